/* Library to preload into a program: its calls on the files of one folder fail on purpose.

   NUMDUEL_FAULTS_FOLDER names the folder; a socket in it counts too. NUMDUEL_FAULTS_CONTROL names a
   file that all processes share, with the fields of `struct control`. Each call of a wanted kind is
   numbered and written to NUMDUEL_FAULTS_LOG. The calls from `first` to `last` fail with `error`;
   0 stands for a short read or write, and a disk that becomes full takes half of the first write. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

struct control {
    int64_t seen, first, last, kinds, error;
};

/* The order of the names is that of `faults.KINDS`. */
enum kind { OPEN, CREATE, READ, WRITE, SYNC, TRUNCATE, CLOSE, LOCK, STAT, LIST, RENAME, DELETE,
            FOLDER, MODE, MAP, SOCKET, CONNECT, SEND, RECEIVE };

static const char *const NAMES[] = {"open", "create", "read", "write", "sync", "truncate", "close",
    "lock", "stat", "list", "rename", "delete", "mkdir", "chmod", "map", "socket", "connect",
    "send", "receive"};

static struct control *control;
static char folder[4096], log_path[4096];

__attribute__((constructor)) static void prepare(void)
{
    const char *from = getenv("NUMDUEL_FAULTS_CONTROL"), *in = getenv("NUMDUEL_FAULTS_FOLDER");
    const char *log = getenv("NUMDUEL_FAULTS_LOG");
    if (!from || !in || !log)
        return;
    snprintf(folder, sizeof folder, "%s", in);
    snprintf(log_path, sizeof log_path, "%s", log);
    int file = (int)syscall(SYS_openat, AT_FDCWD, from, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *shared = (void *)syscall(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE,
                                   MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    control = shared == MAP_FAILED ? NULL : shared;
}

static void note(int64_t number, const char *name, const char *path, int failing)
{
    char line[4600];
    int size = snprintf(line, sizeof line, "%lld %s %d %s\n", (long long)number, name, failing, path);
    int log = (int)syscall(SYS_openat, AT_FDCWD, log_path,
                           O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (log >= 0) {
        syscall(SYS_write, log, line, (size_t)size);
        syscall(SYS_close, log);
    }
}

static int is_inside(const char *path)
{
    size_t length = strlen(folder);
    return path && !strncmp(path, folder, length) && (!path[length] || path[length] == '/');
}

/* Return 0 to let a call through, 1 if it fails, 2 if it does half of its work. */
static int fails(enum kind kind, const char *path)
{
    int before = errno;
    if (!control || !(control->kinds >> kind & 1) || !is_inside(path))
        return 0;
    int64_t number = __atomic_add_fetch(&control->seen, 1, __ATOMIC_SEQ_CST);
    int failing = control->first <= number && number <= control->last;
    int is_half = (kind == WRITE || kind == READ) && number == control->first &&
                  (!control->error || (control->error == ENOSPC && control->last > number));
    note(number, NAMES[kind], path, failing);
    errno = failing && control->error && !is_half ? (int)control->error : before;
    return failing ? (is_half ? 2 : control->error != 0) : 0;
}

/* Return the path of an open file, or of the socket that it is connected to. */
static const char *path_of(int file, char path[4096])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, 4095);
    if (size < 0)
        return NULL;
    path[size] = 0;
    if (!strncmp(path, "socket:", 7)) {
        struct sockaddr_un peer = {0};
        socklen_t length = sizeof peer;
        if (syscall(SYS_getpeername, file, &peer, &length) || peer.sun_family != AF_UNIX)
            return NULL;
        snprintf(path, 4096, "%s", peer.sun_path);
    }
    return path;
}

static int file_fails(enum kind kind, int file)
{
    char path[4096];
    int before = errno;
    const char *found = control ? path_of(file, path) : NULL;
    errno = before;
    return found ? fails(kind, found) : 0;
}

#define REAL(name) __extension__((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define BY_PATH(kind, result, failed, name, first, parameters, arguments) \
    result name parameters { return fails(kind, first) == 1 ? failed : REAL(name) arguments; }

#define BY_FILE(kind, result, name, parameters, arguments) \
    result name parameters { return file_fails(kind, file) == 1 ? -1 : REAL(name) arguments; }

#define SIZED(kind, name, parameters, arguments) \
    ssize_t name parameters \
    { \
        int how = file_fails(kind, file); \
        if (how == 1) \
            return -1; \
        if (how == 2 && size > 1) \
            size /= 2; \
        return REAL(name) arguments; \
    }

#define OPENING(name) \
    int name(const char *path, int flags, ...) \
    { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        int creates = flags & O_CREAT && syscall(SYS_faccessat, AT_FDCWD, path, F_OK); \
        if (fails(creates ? CREATE : OPEN, path) == 1) \
            return -1; \
        return REAL(name)(path, flags, mode); \
    }

#define CONTROLLING(name) \
    int name(int file, int command, ...) \
    { \
        va_list more; \
        va_start(more, command); \
        void *argument = va_arg(more, void *); \
        va_end(more); \
        int is_lock = (command == F_SETLK || command == F_SETLKW) && \
                      ((struct flock *)argument)->l_type != F_UNLCK; \
        if (is_lock && file_fails(LOCK, file) == 1) \
            return -1; \
        return REAL(name)(file, command, argument); \
    }

OPENING(open)
OPENING(open64)
BY_PATH(LIST, DIR *, NULL, opendir, path, (const char *path), (path))

SIZED(READ, read, (int file, void *data, size_t size), (file, data, size))
SIZED(READ, pread, (int file, void *data, size_t size, off_t at), (file, data, size, at))
SIZED(READ, pread64, (int file, void *data, size_t size, off64_t at), (file, data, size, at))
SIZED(WRITE, write, (int file, const void *data, size_t size), (file, data, size))
SIZED(WRITE, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
SIZED(WRITE, pwrite64, (int file, const void *data, size_t size, off64_t at),
      (file, data, size, at))

BY_FILE(SYNC, int, fsync, (int file), (file))
BY_FILE(SYNC, int, fdatasync, (int file), (file))
BY_FILE(TRUNCATE, int, ftruncate, (int file, off_t size), (file, size))
BY_FILE(TRUNCATE, int, ftruncate64, (int file, off64_t size), (file, size))
CONTROLLING(fcntl)
CONTROLLING(fcntl64)

/* Releasing a lock always succeeds. */
int flock(int file, int how)
{
    return !(how & LOCK_UN) && file_fails(LOCK, file) == 1 ? -1 : REAL(flock)(file, how);
}

/* Linux closes the file even if it reports an error. */
int close(int file)
{
    int failing = file_fails(CLOSE, file), error = errno, status = REAL(close)(file);
    if (failing == 1)
        errno = error;
    return failing == 1 ? -1 : status;
}

BY_FILE(STAT, int, fstat, (int file, struct stat *found), (file, found))
BY_FILE(STAT, int, fstat64, (int file, struct stat64 *found), (file, found))
BY_PATH(STAT, int, -1, stat, path, (const char *path, struct stat *found), (path, found))
BY_PATH(STAT, int, -1, stat64, path, (const char *path, struct stat64 *found), (path, found))
BY_PATH(STAT, int, -1, lstat, path, (const char *path, struct stat *found), (path, found))
BY_PATH(STAT, int, -1, lstat64, path, (const char *path, struct stat64 *found), (path, found))
BY_PATH(STAT, int, -1, fstatat64, path,
        (int where, const char *path, struct stat64 *found, int flags),
        (where, path, found, flags))
BY_PATH(STAT, int, -1, access, path, (const char *path, int mode), (path, mode))
BY_PATH(STAT, ssize_t, -1, readlink, path, (const char *path, char *data, size_t size),
        (path, data, size))

BY_PATH(RENAME, int, -1, rename, to, (const char *from, const char *to), (from, to))
BY_PATH(DELETE, int, -1, unlink, path, (const char *path), (path))
BY_PATH(DELETE, int, -1, rmdir, path, (const char *path), (path))
BY_PATH(FOLDER, int, -1, mkdir, path, (const char *path, mode_t mode), (path, mode))
BY_PATH(MODE, int, -1, chmod, path, (const char *path, mode_t mode), (path, mode))
BY_FILE(MODE, int, fchmod, (int file, mode_t mode), (file, mode))
BY_PATH(MODE, int, -1, utimensat, path,
        (int where, const char *path, const struct timespec times[2], int flags),
        (where, path, times, flags))

void *mmap64(void *at, size_t size, int allowed, int how, int file, off64_t from)
{
    if (file >= 0 && file_fails(MAP, file) == 1)
        return MAP_FAILED;
    return REAL(mmap64)(at, size, allowed, how, file, from);
}

int socket(int domain, int type, int protocol)
{
    if (domain == AF_UNIX && fails(SOCKET, folder) == 1)
        return -1;
    return REAL(socket)(domain, type, protocol);
}

int connect(int file, const struct sockaddr *address, socklen_t size)
{
    const struct sockaddr_un *to = (const struct sockaddr_un *)address;
    if (address->sa_family == AF_UNIX && fails(CONNECT, to->sun_path) == 1)
        return -1;
    return REAL(connect)(file, address, size);
}

/* Return whether a call on a connection fails; unless it was only interrupted, that is its end. */
static int connection_fails(enum kind kind, int file)
{
    int failing = file_fails(kind, file) == 1, error = errno;
    if (failing && error != EINTR)
        syscall(SYS_shutdown, file, SHUT_RDWR);
    errno = error;
    return failing;
}

ssize_t send(int file, const void *data, size_t size, int flags)
{
    return connection_fails(SEND, file) ? -1 : REAL(send)(file, data, size, flags);
}

ssize_t recv(int file, void *data, size_t size, int flags)
{
    return connection_fails(RECEIVE, file) ? -1 : REAL(recv)(file, data, size, flags);
}
