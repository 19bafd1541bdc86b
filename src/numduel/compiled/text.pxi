# Text that is written piece by piece, and a position drawn as in numduel.picture_text.

from libc.stdlib cimport realloc
from libc.string cimport memcpy, memset, strlen

cdef enum:
    MAX_WORD = 12  # characters of a move
    MAX_TILES = 64
    MAX_DRAWING_WIDTH = 80  # columns; a wider drawing has no boxes
    # Marks of a tile, in the order of a drawing.
    TOKEN = 1  # of Player 1; twice this, of Player 2
    STARTED = 4
    VISITED = 16
    EXTRA = 64
    CROSSED = 128
    LAST = 256
    N_MARKS = 9

cdef struct Text:
    char *data
    Py_ssize_t length
    Py_ssize_t capacity

cdef struct Word:
    # A short text.
    int length
    char text[32]


cdef bint reserve(Text *text, Py_ssize_t more) noexcept nogil:
    """Make room for more bytes; return False if out of memory."""
    cdef Py_ssize_t capacity = text.capacity
    cdef char *data
    if text.length + more <= capacity:
        return True
    while capacity < text.length + more:
        capacity = 2 * capacity if capacity else 4096
    data = <char *>realloc(text.data, <size_t>capacity)
    if data == NULL:
        return False
    text.data, text.capacity = data, capacity
    return True


# The next functions need room for what they write.

cdef inline void put_bytes(Text *text, const void *data, Py_ssize_t length) noexcept nogil:
    memcpy(text.data + text.length, data, <size_t>length)
    text.length += length


cdef inline void put(Text *text, const char *data) noexcept nogil:
    put_bytes(text, data, <Py_ssize_t>strlen(data))


cdef inline void put_char(Text *text, char letter) noexcept nogil:
    text.data[text.length] = letter
    text.length += 1


cdef inline void put_many(Text *text, char letter, int times) noexcept nogil:
    if times > 0:
        memset(text.data + text.length, letter, <size_t>times)
        text.length += times


cdef inline void put_word(Text *text, const Word *word) noexcept nogil:
    put_bytes(text, word.text, word.length)


cdef inline void put_number(Text *text, uint64_t number) noexcept nogil:
    cdef char digits[20]
    cdef int at = 20
    while True:
        at -= 1
        digits[at] = <char>(48 + number % 10)
        number //= 10
        if not number:
            break
    put_bytes(text, digits + at, 20 - at)


cdef inline void put_small(Text *text, int number) noexcept nogil:
    """Write a number that usually has one digit."""
    if 0 <= number < 10:
        put_char(text, <char>(48 + number))
    else:
        put_number(text, <uint64_t>number)


cdef inline void put_hexadecimal(Text *text, uint64_t number) noexcept nogil:
    cdef int shift
    for shift in range(60, -4, -4):
        put_char(text, b"0123456789abcdef"[number >> shift & 15])


cdef void put_escaped(Text *text, const char *data, Py_ssize_t length) noexcept nogil:
    """Write text as the inside of a JSON string; of control characters it may have line ends only."""
    cdef Py_ssize_t at
    cdef char letter
    cdef char *out = text.data + text.length
    for at in range(length):
        letter = data[at]
        if letter == 10 or letter == 34 or letter == 92:
            out[0] = 92
            out[1] = 110 if letter == 10 else letter
            out += 2
        else:
            out[0] = letter
            out += 1
    text.length = out - text.data


cdef void put_centred(Text *text, const Word *word, int wide) noexcept nogil:
    """Write a word in the middle of a column, like `str.center`."""
    cdef int space = wide - word.length
    cdef int left = space // 2 + (space & wide & 1)
    put_many(text, 32, left)
    put_word(text, word)
    put_many(text, 32, space - left)


cdef Word number_word(int number) noexcept nogil:
    cdef Word word
    cdef Text text
    text.data, text.length, text.capacity = word.text, 0, sizeof(word.text)
    put_number(&text, <uint64_t>number)
    word.length = <int>text.length
    return word


cdef Word marks_words[1 << N_MARKS]
"""By the marks of a tile: its second line."""
for _number in range(1 << N_MARKS):
    _found = " ".join(
        _mark for _index, _mark in enumerate(("P1", "P2", "S1", "S2", "p1", "p2", "+", "x", "<")) if _number >> _index & 1
    ).encode()
    marks_words[_number].length = len(_found)
    for _index in range(len(_found)):
        marks_words[_number].text[_index] = _found[_index]


cdef struct Drawing:
    # The tiles of a position, as two words each.
    int rows
    int columns
    int first  # the number of the first row and column; -1 if they have none
    Word above[MAX_TILES]
    const Word *below[MAX_TILES]


cdef void set_tile(Drawing *drawing, int tile, int number, int marks, bint is_legal) noexcept nogil:
    """Set a tile that shows a number, or ? for 0; a token hides its own trail and start."""
    cdef Text text
    cdef Word *above = &drawing.above[tile]
    text.data, text.length, text.capacity = above.text, 0, sizeof(above.text)
    if is_legal:
        put_char(&text, b"[")
    if number:
        put_small(&text, number)
    else:
        put_char(&text, b"?")
    if is_legal:
        put_char(&text, b"]")
    above.length = <int>text.length
    marks &= ~((marks & 3 * TOKEN) * (STARTED | VISITED))
    drawing.below[tile] = &marks_words[marks]


cdef void put_drawing(Text *text, const Drawing *drawing) noexcept nogil:
    """Write the tiles, with a line end after each line, like `picture_text.draw`."""
    cdef int tile, wide = 5
    for tile in range(drawing.rows * drawing.columns):
        wide = max(wide, drawing.above[tile].length, drawing.below[tile].length)
    wide += 2
    if 5 + drawing.columns * (wide + 1) <= MAX_DRAWING_WIDTH:
        put_boxes(text, drawing, wide)
    else:
        put_bare(text, drawing)


cdef void strip_spaces(Text *text, Py_ssize_t first) noexcept nogil:
    """Remove the spaces at the end, but nothing before `first`."""
    while text.length > first and text.data[text.length - 1] == 32:
        text.length -= 1


cdef void put_boxes(Text *text, const Drawing *drawing, int wide) noexcept nogil:
    cdef int row, column, tile = 0
    cdef Py_ssize_t line
    cdef Word head
    if drawing.first >= 0:
        put(text, b"     ")
        for column in range(drawing.columns):
            head = number_word(drawing.first + column)
            put_centred(text, &head, wide)
            put_char(text, 32)
        strip_spaces(text, 0)
        put_char(text, 10)
    line = text.length
    put(text, b"    +")
    for column in range(drawing.columns):
        put_many(text, b"-", wide)
        put_char(text, b"+")
    put_char(text, 10)
    cdef Py_ssize_t line_length = text.length - line
    for row in range(drawing.rows):
        put_head(text, drawing, row)
        put(text, b"  |")
        for column in range(drawing.columns):
            put_centred(text, &drawing.above[tile + column], wide)
            put_char(text, b"|")
        put(text, b"\n    |")
        for column in range(drawing.columns):
            put_centred(text, drawing.below[tile + column], wide)
            put_char(text, b"|")
        put_char(text, 10)
        put_bytes(text, text.data + line, line_length)
        tile += drawing.columns


cdef void put_head(Text *text, const Drawing *drawing, int row) noexcept nogil:
    """Write the name of a row in two columns."""
    cdef Word head
    if drawing.first < 0:
        put(text, b"  ")
    else:
        head = number_word(drawing.first + row)
        put_many(text, 32, 2 - head.length)
        put_word(text, &head)


cdef void put_bare(Text *text, const Drawing *drawing) noexcept nogil:
    """Write the tiles without boxes, because they would be too wide."""
    cdef int row, column, tile, letter, wide = 0
    cdef Py_ssize_t line
    cdef Word words[MAX_TILES]
    cdef Word head
    cdef const Word *below
    for tile in range(drawing.rows * drawing.columns):
        words[tile] = drawing.above[tile]
        below = drawing.below[tile]
        for letter in range(below.length):
            if below.text[letter] != 32:
                words[tile].text[words[tile].length] = below.text[letter]
                words[tile].length += 1
        wide = max(wide, words[tile].length)
    if drawing.first >= 0:
        put(text, b"   ")
        line = text.length
        for column in range(drawing.columns):
            head = number_word(drawing.first + column)
            put_word(text, &head)
            put_many(text, 32, wide - head.length + 1)
        strip_spaces(text, line)
        put_char(text, 10)
    tile = 0
    for row in range(drawing.rows):
        if drawing.first >= 0:
            put_head(text, drawing, row)
            put_char(text, 32)
        line = text.length
        for column in range(drawing.columns):
            put_word(text, &words[tile])
            put_many(text, 32, wide - words[tile].length + 1)
            tile += 1
        strip_spaces(text, line)
        put_char(text, 10)


cdef void put_numbers(Text *text, uint64_t numbers) noexcept nogil:
    """Write a set of numbers; 3 or more in a row become a range."""
    cdef int first = 0, last
    cdef bint is_next = False
    while first < 64:
        if not numbers >> first & 1:
            first += 1
            continue
        last = first
        while last < 63 and numbers >> (last + 1) & 1:
            last += 1
        if is_next:
            put_char(text, 32)
        is_next = True
        put_number(text, <uint64_t>first)
        if last > first:
            put_char(text, b"-" if last - first > 1 else 32)
            put_number(text, <uint64_t>last)
        first = last + 1
