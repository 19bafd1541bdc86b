# BLAKE2b (RFC 7693) with a digest of 8 bytes, for the ids and groups of dataset lines.

cdef extern from *:
    """
    static const uint64_t numduel_initial[8] = {
        0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
        0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
    };
    #define NUMDUEL_TURN(word, bits) ((word) >> (bits) | (word) << (64 - (bits)))
    #define NUMDUEL_MIX(a, b, c, d, x, y) \\
        a += b + m[x]; d = NUMDUEL_TURN(d ^ a, 32); c += d; b = NUMDUEL_TURN(b ^ c, 24); \\
        a += b + m[y]; d = NUMDUEL_TURN(d ^ a, 16); c += d; b = NUMDUEL_TURN(b ^ c, 63);
    #define NUMDUEL_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15) \\
        NUMDUEL_MIX(v0, v4, v8, v12, s0, s1) NUMDUEL_MIX(v1, v5, v9, v13, s2, s3) \\
        NUMDUEL_MIX(v2, v6, v10, v14, s4, s5) NUMDUEL_MIX(v3, v7, v11, v15, s6, s7) \\
        NUMDUEL_MIX(v0, v5, v10, v15, s8, s9) NUMDUEL_MIX(v1, v6, v11, v12, s10, s11) \\
        NUMDUEL_MIX(v2, v7, v8, v13, s12, s13) NUMDUEL_MIX(v3, v4, v9, v14, s14, s15)
    static uint64_t numduel_read_word(const uint8_t *data) {  /* the lowest byte first, on any machine */
        uint64_t word = 0;
        for (int index = 0; index < 8; index++) word |= (uint64_t)data[index] << (8 * index);
        return word;
    }
    static void numduel_compress(uint64_t *h, const uint8_t *block, uint64_t bytes, int is_last) {
        uint64_t m[16];
        for (int index = 0; index < 16; index++) m[index] = numduel_read_word(block + 8 * index);
        uint64_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        uint64_t v8 = numduel_initial[0], v9 = numduel_initial[1], v10 = numduel_initial[2], v11 = numduel_initial[3];
        uint64_t v12 = numduel_initial[4] ^ bytes, v13 = numduel_initial[5];
        uint64_t v14 = is_last ? ~numduel_initial[6] : numduel_initial[6], v15 = numduel_initial[7];
        NUMDUEL_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        NUMDUEL_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
        NUMDUEL_ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
        NUMDUEL_ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
        NUMDUEL_ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
        NUMDUEL_ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
        NUMDUEL_ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
        NUMDUEL_ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
        NUMDUEL_ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
        NUMDUEL_ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
        NUMDUEL_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        NUMDUEL_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
        h[0] ^= v0 ^ v8; h[1] ^= v1 ^ v9; h[2] ^= v2 ^ v10; h[3] ^= v3 ^ v11;
        h[4] ^= v4 ^ v12; h[5] ^= v5 ^ v13; h[6] ^= v6 ^ v14; h[7] ^= v7 ^ v15;
    }
    """
    const uint64_t initial "numduel_initial" [8]
    uint64_t read_word "numduel_read_word" (const uint8_t *data) nogil
    void compress_block "numduel_compress" (uint64_t *hashed, const uint8_t *block, uint64_t length, bint is_last) nogil


cdef uint64_t short_hash(const char *text, Py_ssize_t length) noexcept nogil:
    """Return the digest of 8 bytes as the number that its hexadecimal digits write."""
    cdef uint64_t hashed[8]
    cdef uint8_t block[128]
    cdef const uint8_t *data = <const uint8_t *>text
    cdef uint64_t digest = 0
    cdef Py_ssize_t at = 0
    cdef int index
    memcpy(hashed, initial, sizeof(hashed))
    hashed[0] ^= 0x01010000 ^ 8
    while length - at > 128:
        compress_block(hashed, data + at, <uint64_t>(at + 128), False)
        at += 128
    memset(block, 0, sizeof(block))
    memcpy(block, data + at, <size_t>(length - at))
    compress_block(hashed, block, <uint64_t>length, True)
    for index in range(8):
        digest = digest << 8 | (hashed[0] >> (8 * index) & 255)
    return digest
