# Lines of a dataset: positions as rows of bytes, and rows as lines of JSON or as columns.
#
# A row: the number of plies (2 bytes) and of moves (1), the plies, the values. A ply is the index of a move,
# or DRAWN + the index of a chance outcome. A value is a distance in 2 bytes as in `Sweep.values`; with
# chance, the numerator and denominator of the worth, 8 bytes each. All numbers begin with the lowest byte.
# Ids have 8 bytes, the highest first, as their digits.

cdef enum:
    ROW_HEAD = 3  # bytes before the plies
    DRAWN = 128
    MAX_ROW_PLIES = 1000
    MAX_FEATURES = 16
    MAX_LINE_BYTES = 1 << 17  # room for one line
    LOSS = 0  # outcomes
    ENDLESS = 1
    WIN = 2
    BY_CHANCE = 3

cdef struct Piece:
    # A text that a Python object owns.
    const char *data
    Py_ssize_t length

cdef struct Row:
    # A position with its values.
    uint64_t id
    uint64_t group
    State state
    int n_plies
    uint8_t plies[MAX_ROW_PLIES]
    bint is_next_turn[MAX_ROW_PLIES]
    int n_moves
    uint8_t moves[ACTIONS]
    uint64_t legal
    int32_t values[ACTIONS]
    int64_t shares[ACTIONS][2]
    int best  # index of the best move

cdef struct FeatureColumn:
    Piece name
    int count
    Text numbers

# What `Lines.columns` returns, beside the features.
cdef enum:
    IDS, GROUPS, SIDES, PLAYERS, BOARDS, BOARD_ENDS, RECORDS, RECORD_ENDS, OUTCOMES, TURNS, DEPTHS, MOVE_ENDS, ACTION_COLUMN
    MOVE_OUTCOMES, MOVE_TURNS, KEEP_ENDS, KEPT, BEST_ENDS, BEST
    WORTHS, WORTH_ENDS, WORTH_FLOATS, MOVE_WORTHS, MOVE_WORTH_ENDS, MOVE_WORTH_FLOATS, N_COLUMNS

_COLUMN_NAMES = (
    "ids", "groups", "sides", "players", "boards", "board_ends", "records", "record_ends", "outcomes", "turns", "depths",
    "move_ends", "actions", "move_outcomes", "move_turns", "keep_ends", "keep", "best_ends", "best",
    "worths", "worth_ends", "worth_floats", "move_worths", "move_worth_ends", "move_worth_floats",
)


cdef inline Piece piece_of(bytes text):
    cdef Piece piece
    piece.data, piece.length = <const char *>text, len(text)
    return piece


cdef inline void put_piece(Text *text, const Piece *piece) noexcept nogil:
    put_bytes(text, piece.data, piece.length)


cdef inline void put_value(Text *text, const void *number, int size) noexcept nogil:
    put_bytes(text, number, size)


cdef inline int outcome_of(int32_t value) noexcept nogil:
    return WIN if value > 0 else LOSS if value < 0 else ENDLESS


@cython.final
cdef class Lines:
    """Lines about positions of one game, board after board.

    `texts` is a `numduel.dataset.rows.LineTexts`, what lines contain besides the position.
    """

    cdef Rules rules
    cdef object texts
    """Owns the pieces."""
    cdef Piece head
    cdef Piece id_head
    cdef Piece features_head
    cdef Piece group_head
    cdef Piece record_head
    cdef Piece words[ACTIONS]
    cdef Piece entries[ACTIONS]
    """By move: how its entry in the moves begins."""
    cdef Piece players[2]
    cdef int n_features
    cdef FeatureColumn features[MAX_FEATURES]
    cdef int first
    cdef bint has_boards
    """Whether boards differ, so that groups are boards."""
    cdef uint64_t test_share
    cdef set exam_groups
    cdef dict shares
    """By worth: how a value with chance is written."""
    cdef uint64_t group
    cdef bint is_test
    cdef Row row
    cdef Text scratch
    cdef Text ids
    cdef Text kinds
    cdef Text rows
    cdef Text json
    cdef Text board_text
    """The board as in a record, unless it is hidden."""
    cdef Text columns_of[N_COLUMNS]

    def __cinit__(self, Rules rules not None, texts):
        cdef int index
        if rules.chance and rules.count > 16:
            raise OverflowError("the chances have too large denominators")
        self.rules = type(rules)(rules.game)  # a copy, whose board may change
        self.texts = texts
        self.head, self.id_head = piece_of(texts.head), piece_of(texts.id_head)
        self.features_head, self.group_head = piece_of(texts.features_head), piece_of(texts.group_head)
        self.record_head = piece_of(texts.record_head)
        if len(texts.words) != rules.actions or len(texts.features) > MAX_FEATURES:
            raise ValueError("these texts belong to another game")
        for index in range(rules.actions):
            self.words[index], self.entries[index] = piece_of(texts.words[index]), piece_of(texts.entries[index])
            if self.words[index].length > MAX_WORD:
                raise ValueError("a move has too many characters")
        for index in range(2):
            self.players[index] = piece_of(texts.players[index])
        self.n_features = len(texts.features)
        for index in range(self.n_features):
            name, self.features[index].count = texts.features[index]
            self.features[index].name = piece_of(name)
        self.first = texts.first
        self.has_boards = texts.has_boards
        self.test_share, self.exam_groups = texts.test_share, set(texts.exam_groups)
        self.shares = {}
        self.update()

    def __dealloc__(self):
        cdef int index
        for index in range(N_COLUMNS):
            free(self.columns_of[index].data)
        for index in range(MAX_FEATURES):
            free(self.features[index].numbers.data)
        free(self.scratch.data)
        free(self.ids.data)
        free(self.kinds.data)
        free(self.rows.data)
        free(self.json.data)
        free(self.board_text.data)

    # ---- the board

    def deal(self, seed):
        """Deal a board like `Game.deal` with dice of this seed."""
        cdef Dice dice
        if not self.can_deal:
            raise ValueError("Python deals the boards with these options")
        seed_dice(&dice, seed)
        self.rules.deal(&dice, &self.rules.board)
        self.update()

    def copy_board(self, Rules rules not None):
        """Use the board of other rules of the same game and options."""
        if type(rules) is not type(self.rules) or rules.count != self.rules.count:
            raise ValueError("these are rules of another game")
        self.rules.board = rules.board
        self.update()

    @property
    def can_deal(self):
        """Whether `deal` deals boards as Python does."""
        return self.rules.can_deal and self.has_boards

    @property
    def board_is_test(self):
        """Whether the board is in the test set; only if groups are boards."""
        return self.is_test

    def sweep(self, max_positions, budget):
        """Return the sweep of all positions of the board, for both seats."""
        return Sweep(self.rules, max_positions, budget, True)

    cdef void update(self) except *:
        """Compute what depends on the board."""
        cdef int cell
        cdef Text *text = &self.board_text
        check_room(reserve(&self.scratch, MAX_LINE_BYTES) and reserve(text, MAX_LINE_BYTES))
        text.length = 0
        for cell in range(self.rules.count):
            if cell:
                put_char(text, b" " if cell % self.rules.size else b"/")
            self.rules.put_cell(&self.rules.board, &self.rules.board.first, cell, text)
        if self.has_boards:
            self.scratch.length = 0
            put_piece(&self.scratch, &self.group_head)
            self.put_least_form(&self.scratch)
            put_char(&self.scratch, b"]")
            self.set_group(short_hash(self.scratch.data, self.scratch.length))

    cdef void set_group(self, uint64_t group) except *:
        self.group = group
        self.is_test = group % self.test_share == 0 or group in self.exam_groups

    cdef void put_least_form(self, Text *text) noexcept nogil:
        """Write the numbers of the board, in the least of 8 rotations and reflections."""
        cdef int size = self.rules.size, count = self.rules.count
        cdef uint8_t form[CELLS]
        cdef uint8_t least[CELLS]
        cdef int way, cell
        for way in range(8):
            for cell in range(count):
                form[cell] = self.rules.board.number[turned_cell(cell, size, way)]
            if way == 0 or is_less(form, least, count):
                memcpy(least, form, sizeof(form))
        for cell in range(count):
            put(text, (b"[[" if not cell else b", " if cell % size else b"], ["))
            put_small(text, least[cell])
        put(text, b"]]")

    # ---- rows

    def find(self, Sweep sweep not None, indices, int side=-1):
        """Add rows of these positions of a sweep of this board: of the train (0) or test (1) side."""
        cdef int32_t index, at
        cdef int step
        cdef Row *row = &self.row
        for number in indices:
            index = number
            sweep.check_index(index)
            row.state = sweep.state_of(index)
            row.n_plies, at = 0, index
            while at:
                row.n_plies += 1
                at = sweep.origins[at] // ACTIONS
            if row.n_plies > MAX_ROW_PLIES:
                raise ValueError("the way to this position is too long")
            step, at = row.n_plies, index
            while at:
                step -= 1
                row.plies[step] = <uint8_t>(sweep.origins[at] % ACTIONS)
                at = sweep.origins[at] // ACTIONS
            self.list_moves()
            for step in range(row.n_moves):
                row.values[step] = sweep.edges[sweep.nodes[index].first_edge + step]
            self.add_row(side)

    def add(self, bytes plies not None, values, int side=-1):
        """Add the row of a position after these plies, with the value of each move."""
        cdef Row *row = &self.row
        cdef int step
        if len(plies) > MAX_ROW_PLIES:
            raise ValueError("the way to this position is too long")
        row.n_plies = <int>len(plies)
        memcpy(row.plies, <const char *>plies, <size_t>row.n_plies)
        self.replay()
        if len(values) != row.n_moves:
            raise ValueError("each legal move has a value")
        for step in range(row.n_moves):
            if self.rules.chance:
                row.shares[step][0], row.shares[step][1] = values[step]
            else:
                row.values[step] = values[step]
        self.add_row(side)

    def solver(self, quota):
        """Return a new search, or expectation, of positions on the current board."""
        return Expectation(self.rules, quota, False) if self.rules.chance else Search(self.rules, quota)

    def add_random_game(self, moves_seed, draws_seed, int max_turns, solve, set seen not None, int each, int side=-1):
        """Add rows of a random game, from its end back to the first position that can't be solved.

        Moves and hidden numbers come from dice with these seeds, as in Python. `solve` takes a packed
        position and returns what a `solver` does. `seen` is the ids of earlier positions on this
        board; return whether it has `each` ids.
        """
        cdef Row *row = &self.row
        cdef int step
        self.play_at_random(moves_seed, draws_seed, max_turns)
        for step in range(row.n_plies - 1, -1, -1):
            if row.plies[step] & DRAWN:
                continue
            row.n_plies = step
            self.replay()
            id = self.find_id()
            if id in seen:
                continue
            values = solve((<char *>&row.state)[:sizeof(State)])
            if not self.set_values(values):
                break
            seen.add(id)
            self.add_row(side)
            if len(seen) == each:
                break
        return len(seen) == each

    cdef bint set_values(self, values) except -1:
        """Set the values of all moves; return False if some are unknown."""
        cdef int step
        cdef int64_t divisor
        numbers, whole = values if self.rules.chance else (values, 1)
        if len(numbers) != self.row.n_moves:
            return False
        for step in range(self.row.n_moves):
            if self.rules.chance:
                divisor = greatest_divisor(numbers[step], whole)
                self.row.shares[step][0], self.row.shares[step][1] = numbers[step] // divisor, whole // divisor
            else:
                self.row.values[step] = numbers[step]
        return True

    cdef void play_at_random(self, moves_seed, draws_seed, int max_turns) except *:
        """Play a random game, and store its plies in the row."""
        cdef Row *row = &self.row
        cdef Board board = self.rules.board
        cdef Dice dice
        cdef uint64_t moves
        cdef int code, action, player = -1, turn = 0, count
        cdef uint8_t listed[ACTIONS]
        if self.rules.chance:
            seed_dice(&dice, draws_seed)
            self.rules.deal(&dice, &board)
        seed_dice(&dice, moves_seed)
        row.state, row.n_plies = board.first, 0
        while row.n_plies < MAX_ROW_PLIES:
            moves = 0
            code = self.rules.status(&board, &row.state, &moves)
            if code == CHANCE:
                action = self.rules.determined_outcome(&board, &row.state)
                row.plies[row.n_plies] = <uint8_t>(DRAWN + action)
            elif code == TURN:
                turn += row.state.player != player
                player = row.state.player
                if turn > max_turns:
                    break
                count = self.rules.list_moves(&row.state, moves, listed)
                action = listed[below(&dice, count)]
                row.plies[row.n_plies] = <uint8_t>action
            else:
                break
            self.rules.play(&board, &row.state, action)
            row.n_plies += 1

    def take_rows(self):
        """Return all rows added, and their ids and kinds: see `numduel.dataset.choosing`."""
        taken = take(&self.ids), take(&self.kinds), take(&self.rows)
        return taken

    cdef void list_moves(self) except *:
        cdef Row *row = &self.row
        cdef uint64_t moves = 0
        if self.rules.status(&self.rules.board, &row.state, &moves) != TURN:
            raise ValueError("no player is to move")
        row.legal = moves
        row.n_moves = self.rules.list_moves(&row.state, moves, row.moves)

    cdef void replay(self) except *:
        """Compute the position after the plies of a row, and its moves."""
        cdef Row *row = &self.row
        cdef uint64_t moves
        cdef int step, code, action, player, last = -1
        row.state = self.rules.board.first
        for step in range(row.n_plies):
            moves = 0
            code = self.rules.status(&self.rules.board, &row.state, &moves)
            action = row.plies[step] & (DRAWN - 1)
            if action >= ACTIONS or code != (CHANCE if row.plies[step] & DRAWN else TURN) or not moves >> action & 1:
                raise ValueError("a row has a move that isn't legal")
            if code == CHANCE:
                self.rules.board.number[row.state.cell[0]] = <uint8_t>(action + 1)
                row.is_next_turn[step] = False
            else:
                player = row.state.player
                row.is_next_turn[step] = player != last
                last = player
            self.rules.play(&self.rules.board, &row.state, action)
        self.list_moves()

    cdef void add_row(self, int side) except *:
        """Add the row, unless it is on the other side."""
        cdef Row *row = &self.row
        cdef Text *text = &self.rows
        cdef uint16_t plies = <uint16_t>row.n_plies
        cdef int step, index, size
        cdef uint8_t kind
        self.find_group()
        if side >= 0 and side != self.is_test:
            return
        check_room(reserve(text, MAX_LINE_BYTES) and reserve(&self.ids, 8) and reserve(&self.kinds, 1))
        put_big(&self.ids, self.find_id())
        put_little(text, plies, 2)
        put_little(text, <uint64_t>row.n_moves, 1)
        put_bytes(text, row.plies, row.n_plies)
        for step in range(row.n_moves):
            if self.rules.chance:
                for index in range(2):
                    put_little(text, <uint64_t>row.shares[step][index], 8)
            else:
                put_little(text, <uint64_t>row.values[step], 2)
        self.find_best()
        kind = <uint8_t>(min(self.depth(), 9) + 10 * self.kind_outcome())
        put_char(&self.kinds, <char>kind)

    cdef int kind_outcome(self) noexcept nogil:
        """Return the outcome, with chances in four bands."""
        cdef int64_t *share = self.row.shares[self.row.best]
        if self.rules.chance:
            return BY_CHANCE + <int>min(3, <int64_t>(4 * <double>share[0] / share[1]))
        return outcome_of(self.row.values[self.row.best])

    cdef void find_group(self) except *:
        cdef Text *text = &self.scratch
        if self.has_boards:
            self.row.group = self.group
            return
        text.length = 0
        put_piece(text, &self.group_head)
        put_char(text, b"[")
        self.rules.put_key(&self.row.state, text)
        put(text, b"]]")
        self.set_group(short_hash(text.data, text.length))
        self.row.group = self.group

    cdef uint64_t find_id(self) noexcept nogil:
        cdef Text *text = &self.scratch
        text.length = 0
        put_piece(text, &self.features_head)
        self.put_features(text)
        put(text, b"}]")
        return short_hash(text.data, text.length)

    cdef void put_features(self, Text *text) noexcept nogil:
        """Write the features as JSON, without braces."""
        cdef int16_t numbers[8 * CELLS + 16]
        cdef int index
        cdef const int16_t *at = numbers
        write_features(self.rules, &self.rules.board, &self.row.state, self.row.state.player, numbers)
        for index in range(self.n_features):
            put_piece(text, &self.features[index].name)
            if self.features[index].count:
                put_list(text, at, self.features[index].count)
                at += self.features[index].count
            else:
                put_small(text, at[0])
                at += 1

    # ---- values

    cdef bint is_better(self, int one, int other) noexcept nogil:
        """Return whether a move is better than another: winners hurry, losers delay."""
        cdef int32_t mine = self.row.values[one], theirs = self.row.values[other]
        if self.rules.chance:
            return self.compare_shares(one, other) > 0
        if outcome_of(mine) != outcome_of(theirs):
            return outcome_of(mine) > outcome_of(theirs)
        return mine < theirs

    cdef int compare_shares(self, int one, int other) noexcept nogil:
        """Return 1, 0 or -1: whether a chance is higher than another, equal or lower.

        Denominators divide 16!, so different chances differ as floating-point numbers.
        """
        cdef int64_t *mine = self.row.shares[one]
        cdef int64_t *theirs = self.row.shares[other]
        cdef double near = <double>mine[0] / mine[1], far = <double>theirs[0] / theirs[1]
        if mine[0] == theirs[0] and mine[1] == theirs[1]:
            return 0
        return 1 if near > far else -1

    cdef void find_best(self) noexcept nogil:
        cdef int step
        self.row.best = 0
        for step in range(1, self.row.n_moves):
            if self.is_better(step, self.row.best):
                self.row.best = step

    cdef bint keeps(self, int step) noexcept nogil:
        """Return whether a move keeps the worth."""
        if self.rules.chance:
            return self.compare_shares(step, self.row.best) == 0
        return outcome_of(self.row.values[step]) == outcome_of(self.row.values[self.row.best])

    cdef bint is_best(self, int step) noexcept nogil:
        if self.rules.chance or self.row.values[self.row.best] == 0:
            return self.keeps(step)
        return self.row.values[step] == self.row.values[self.row.best]

    cdef int depth(self) noexcept nogil:
        """Return how far a player must look ahead, like `engine.solving.depth.depth`."""
        cdef int step, longest = 0
        cdef int32_t value = self.row.values[self.row.best]
        if self.rules.chance:
            return count_bits(self.row.state.sets[1])
        if value:
            return value if value > 0 else -value
        for step in range(self.row.n_moves):
            longest = max(longest, -self.row.values[step])
        return longest

    # ---- from rows to lines

    def json_lines(self, bytes rows not None, bytes ids not None, taken):
        """Add lines of JSON about these rows, by their numbers in ascending order.

        Return the bytes of all lines that `take_json` will return.
        """
        cdef Py_ssize_t at = 0
        cdef int number = 0
        for wanted in taken:
            at = self.skip(rows, at, wanted - number)
            at = self.read_row(rows, at)
            self.row.id = id_at(ids, wanted)
            number = wanted + 1
            check_room(reserve(&self.json, MAX_LINE_BYTES))
            self.put_line(&self.json)
        return self.json.length

    def column_rows(self, bytes rows not None, bytes ids not None, taken):
        """Add these rows to the columns, by their numbers in ascending order."""
        cdef Py_ssize_t at = 0
        cdef int number = 0
        for wanted in taken:
            at = self.skip(rows, at, wanted - number)
            at = self.read_row(rows, at)
            self.row.id = id_at(ids, wanted)
            number = wanted + 1
            self.add_columns()

    def take_json(self):
        """Return all lines added, each with a line end."""
        return take(&self.json)

    def take_columns(self):
        """Return the columns of all rows added, by name, and the numbers of each feature."""
        cdef int index
        named = {name: take(&self.columns_of[index]) for index, name in enumerate(_COLUMN_NAMES)}
        return named, [take(&self.features[index].numbers) for index in range(self.n_features)]

    cdef Py_ssize_t skip(self, bytes rows, Py_ssize_t at, int count) except -1:
        if count < 0:
            raise ValueError("rows are taken in ascending order")
        while count:
            at += self.row_size(rows, at)
            count -= 1
        return at

    cdef Py_ssize_t row_size(self, bytes rows, Py_ssize_t at) except -1:
        """Return the size of a row in bytes, or raise ValueError."""
        cdef const uint8_t *data = <const uint8_t *><const char *>rows
        cdef Py_ssize_t size = ROW_HEAD
        if len(rows) - at >= size:
            size += data[at] + 256 * data[at + 1] + data[at + 2] * (16 if self.rules.chance else 2)
        if len(rows) - at < size:
            raise ValueError("a row is cut short")
        return size

    cdef Py_ssize_t read_row(self, bytes rows, Py_ssize_t at) except -1:
        """Read a row; return where the next one begins."""
        cdef Py_ssize_t end = at + self.row_size(rows, at)
        cdef const uint8_t *data = <const uint8_t *><const char *>rows + at
        cdef Row *row = &self.row
        cdef int step, n_moves = data[2]
        row.n_plies = data[0] + 256 * data[1]
        if row.n_plies > MAX_ROW_PLIES:
            raise ValueError("the way to a position is too long")
        memcpy(row.plies, data + ROW_HEAD, <size_t>row.n_plies)
        self.replay()
        if n_moves != row.n_moves:
            raise ValueError("a row has a value for each legal move")
        data += ROW_HEAD + row.n_plies
        for step in range(n_moves):
            if self.rules.chance:
                row.shares[step][0], row.shares[step][1] = read_word(data), read_word(data + 8)
                if row.shares[step][1] <= 0:
                    raise ValueError("a denominator is positive")
                data += 16
            else:
                row.values[step] = <int16_t>(data[0] | data[1] << 8)
                data += 2
        self.find_group()
        self.find_best()
        return end

    cdef void put_line(self, Text *text) except *:
        """Write the row as a line of JSON."""
        cdef Row *row = &self.row
        cdef Text *scratch = &self.scratch
        cdef int step
        put(text, b'{"id": "')
        put_piece(text, &self.id_head)
        put_hexadecimal(text, row.id)
        put(text, b'", "group": "')
        put_hexadecimal(text, row.group)
        put(text, b'", "split": "test"' if self.is_test else b'", "split": "train"')
        put_piece(text, &self.head)
        put_small(text, row.state.player + 1)
        put(text, b', "board": "')
        scratch.length = 0
        self.put_board(scratch)
        put_escaped(text, scratch.data, scratch.length)
        put(text, b'", ')
        self.put_json_value(text, row.best)
        put(text, b', "depth": ')
        put_small(text, self.depth())
        put(text, b', "moves": {')
        for step in range(row.n_moves):
            if step:
                put(text, b", ")
            put_piece(text, &self.entries[row.moves[step]])
            self.put_json_value(text, step)
            put_char(text, b"}")
        put(text, b'}, "keep": [')
        self.put_moves(text, False)
        put(text, b'], "best": [')
        self.put_moves(text, True)
        put(text, b'], "features": {')
        self.put_features(text)
        put(text, b'}, "record": "')
        scratch.length = 0
        self.put_record(scratch)
        put_escaped(text, scratch.data, scratch.length)
        put(text, b'"}\n')

    cdef void put_json_value(self, Text *text, int step) except *:
        cdef int32_t value = self.row.values[step]
        if self.rules.chance:
            share = self.row.shares[step][0], self.row.shares[step][1]
            known = self.shares.get(share)
            if known is None:
                known = self.shares[share] = self.texts.write_share(*share)
            put_bytes(text, <const char *><bytes>known, len(<bytes>known))
        elif value == 0:
            put(text, b'"outcome": "endless", "turns": null, "worth": "1/2", "worth_float": 0.5')
        else:
            put(text, b'"outcome": "win", "turns": ' if value > 0 else b'"outcome": "loss", "turns": ')
            put_small(text, value if value > 0 else -value)
            put(text, b', "worth": "1", "worth_float": 1.0' if value > 0 else b', "worth": "0", "worth_float": 0.0')

    cdef void put_moves(self, Text *text, bint are_best) noexcept nogil:
        """Write the moves that keep the worth, or the best ones."""
        cdef int step
        cdef bint is_next = False
        for step in range(self.row.n_moves):
            if self.is_best(step) if are_best else self.keeps(step):
                put(text, b', "' if is_next else b'"')
                put_piece(text, &self.words[self.row.moves[step]])
                put_char(text, b'"')
                is_next = True

    cdef void put_board(self, Text *text) noexcept nogil:
        """Draw the position like `picture_text.draw`."""
        cdef const Board *board = &self.rules.board
        cdef State *state = &self.row.state
        cdef Drawing drawing
        cdef uint64_t legal = self.rules.legal_tiles(board, state, self.row.legal)
        cdef int tile, player
        drawing.rows = self.rules.size if self.rules.count else 1
        drawing.columns = self.rules.size if self.rules.count else self.rules.actions
        drawing.first = self.first
        for tile in range(drawing.rows * drawing.columns):
            set_tile(
                &drawing, tile, self.rules.number_on(board, state, tile),
                self.rules.marks_of(board, state, tile), legal >> tile & 1,
            )
        put_drawing(text, &drawing)
        for player in range(2):
            put(text, b" > " if player == state.player else b"   ")
            put_piece(text, &self.players[player])
            put(text, b"  ")
            self.rules.put_facts(board, state, player, text)
            if player == 0:
                put_char(text, 10)
        self.rules.put_notes(state, text)

    cdef void put_record(self, Text *text) noexcept nogil:
        """Write the record of the game to this position, like `storage.record.dumps`."""
        cdef Row *row = &self.row
        cdef int step, cell, turn = 0
        put_piece(text, &self.record_head)
        if self.rules.count:
            put(text, b'[Board "')
            self.put_shown(text)
            put(text, b'"]\n')
        put(text, b'[Result "*"]\n\n')
        for step in range(row.n_plies):
            if row.is_next_turn[step]:
                if turn:
                    put_char(text, 10)
                turn += 1
                put_number(text, <uint64_t>turn)
                put_char(text, b".")
            put(text, b" =" if row.plies[step] & DRAWN else b" ")
            if row.plies[step] & DRAWN:
                put_number(text, (row.plies[step] & (DRAWN - 1)) + 1)
            else:
                put_piece(text, &self.words[row.plies[step]])
        if turn:
            put_char(text, 10)

    cdef void put_shown(self, Text *text) noexcept nogil:
        """Write the board of a record, with what has been revealed."""
        cdef int cell
        if not self.rules.chance:
            put_bytes(text, self.board_text.data, self.board_text.length)
            return
        for cell in range(self.rules.count):
            if cell:
                put_char(text, b" " if cell % self.rules.size else b"/")
            self.rules.put_cell(&self.rules.board, &self.row.state, cell, text)

    # ---- columns

    cdef void add_columns(self) except *:
        """Add the row to the columns."""
        cdef Row *row = &self.row
        cdef Text *columns = self.columns_of
        cdef int index
        for index in range(N_COLUMNS):
            check_room(reserve(&columns[index], MAX_LINE_BYTES if index in (BOARDS, RECORDS) else 42 * ACTIONS))
        put_piece(&columns[IDS], &self.id_head)
        put_hexadecimal(&columns[IDS], row.id)
        put_hexadecimal(&columns[GROUPS], row.group)
        put_char(&columns[SIDES], <char>self.is_test)
        put_char(&columns[PLAYERS], <char>(row.state.player + 1))
        self.put_board(&columns[BOARDS])
        put_end(&columns[BOARD_ENDS], columns[BOARDS].length)
        self.put_record(&columns[RECORDS])
        put_end(&columns[RECORD_ENDS], columns[RECORDS].length)
        put_end(&columns[DEPTHS], self.depth())
        self.add_value(row.best, &columns[OUTCOMES], &columns[TURNS], &columns[WORTHS])
        for index in range(row.n_moves):
            put_char(&columns[ACTION_COLUMN], <char>row.moves[index])
            self.add_value(index, &columns[MOVE_OUTCOMES], &columns[MOVE_TURNS], &columns[MOVE_WORTHS])
            if self.keeps(index):
                put_char(&columns[KEPT], <char>row.moves[index])
            if self.is_best(index):
                put_char(&columns[BEST], <char>row.moves[index])
        put_end(&columns[MOVE_ENDS], columns[ACTION_COLUMN].length)
        put_end(&columns[KEEP_ENDS], columns[KEPT].length)
        put_end(&columns[BEST_ENDS], columns[BEST].length)
        self.add_features()

    cdef void add_value(self, int step, Text *outcomes, Text *turns, Text *worths) noexcept nogil:
        """Add a value: its outcome and turns, or its worth, whose ends and floats are the next columns."""
        cdef int32_t value = self.row.values[step]
        cdef int64_t *share = self.row.shares[step]
        cdef double worth
        if not self.rules.chance:
            put_char(outcomes, <char>outcome_of(value))
            put_end(turns, value if value > 0 else -value)
            return
        put_number(worths, <uint64_t>share[0])
        if share[1] > 1:
            put_char(worths, b"/")
            put_number(worths, <uint64_t>share[1])
        put_end(worths + 1, worths.length)
        worth = <double>share[0] / share[1]
        put_bytes(worths + 2, &worth, sizeof(worth))

    cdef void add_features(self) except *:
        cdef int16_t numbers[8 * CELLS + 16]
        cdef const int16_t *at = numbers
        cdef int index, tile, count
        cdef Text *text
        cdef int32_t *out
        write_features(self.rules, &self.rules.board, &self.row.state, self.row.state.player, numbers)
        for index in range(self.n_features):
            text, count = &self.features[index].numbers, max(1, self.features[index].count)
            check_room(reserve(text, 4 * count))
            out = <int32_t *>(text.data + text.length)
            for tile in range(count):
                out[tile] = at[tile]
            at += count
            text.length += 4 * count


cdef int check_room(bint is_reserved) except -1:
    if not is_reserved:
        raise MemoryError
    return 0


cdef bytes take(Text *text):
    """Return a text and empty it."""
    taken = text.data[:text.length] if text.length else b""
    text.length = 0
    return taken


cdef inline void put_list(Text *text, const int16_t *numbers, int count) noexcept nogil:
    """Write some numbers from 0 as a list; most of them have one digit."""
    cdef char *out = text.data + text.length
    cdef int index
    out[0] = b"["
    out += 1
    for index in range(count):
        if numbers[index] < 10:
            out[0] = <char>(48 + numbers[index])
            out += 1
        else:
            text.length = out - text.data
            put_number(text, <uint64_t>numbers[index])
            out = text.data + text.length
        out[0], out[1] = b",", b" "
        out += 2
    out -= 2
    out[0] = b"]"
    text.length = out + 1 - text.data


cdef inline void put_end(Text *text, Py_ssize_t number) noexcept nogil:
    """Write a number of 4 bytes."""
    cdef int32_t end = <int32_t>number
    put_bytes(text, &end, sizeof(end))


cdef inline void put_little(Text *text, uint64_t number, int size) noexcept nogil:
    """Write the lowest bytes of a number, the lowest first, on any machine."""
    cdef int index
    for index in range(size):
        put_char(text, <char>(number >> (8 * index) & 255))


cdef inline void put_big(Text *text, uint64_t number) noexcept nogil:
    """Write the 8 bytes of a number, the highest first."""
    cdef int shift
    for shift in range(56, -8, -8):
        put_char(text, <char>(number >> shift & 255))


cdef uint64_t id_at(bytes ids, Py_ssize_t number) except? 0:
    """Return the id of a row."""
    cdef const uint8_t *data = <const uint8_t *><const char *>ids + 8 * number
    cdef uint64_t id = 0
    cdef int index
    if not 0 <= number < len(ids) // 8:
        raise ValueError("each row has an id")
    for index in range(8):
        id = id << 8 | data[index]
    return id


cdef int64_t greatest_divisor(int64_t one, int64_t other) noexcept nogil:
    while other:
        one, other = other, one % other
    return one


cdef inline int turned_cell(int cell, int size, int way) noexcept nogil:
    """Return the cell that a rotation or reflection puts on this one."""
    cdef int row = cell // size, column = cell % size
    if way & 1:
        row = size - 1 - row
    if way & 2:
        column = size - 1 - column
    return column * size + row if way & 4 else row * size + column


cdef inline bint is_less(const uint8_t *one, const uint8_t *other, int count) noexcept nogil:
    cdef int index
    for index in range(count):
        if one[index] != other[index]:
            return one[index] < other[index]
    return False


def shuffled_below(seed, int count, int wanted):
    """Return the first items of `Dice(seed).shuffled(range(count))`."""
    cdef Dice dice
    cdef int index, other
    cdef int32_t *deck = <int32_t *>malloc(<size_t>max(1, count) * sizeof(int32_t))
    if deck == NULL:
        raise MemoryError
    for index in range(count):
        deck[index] = index
    seed_dice(&dice, seed)
    for index in range(count - 1, 0, -1):
        other = below(&dice, index + 1)
        deck[index], deck[other] = deck[other], deck[index]
    chosen = [deck[index] for index in range(min(wanted, count))]
    free(deck)
    return chosen


@cython.final
cdef class IdSet:
    """A set of ids of 8 bytes each."""

    cdef uint64_t *slots
    """The ids, in a table with open addressing; 0 is an empty slot."""
    cdef Py_ssize_t capacity
    cdef Py_ssize_t length
    cdef bint has_zero

    def __cinit__(self):
        self.capacity = 1 << 12
        self.slots = <uint64_t *>calloc(<size_t>self.capacity, sizeof(uint64_t))
        if self.slots == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)

    def __len__(self):
        return self.length + self.has_zero

    def add_new(self, bytes ids not None):
        """Add ids; return the numbers of those that weren't in the set, in ascending order."""
        cdef Py_ssize_t number, count = len(ids) // 8
        cdef list numbers = None  # all so far
        for number in range(count):
            if 2 * self.length >= self.capacity:
                self.grow()
            if not self.add(id_at(ids, number)):
                if numbers is None:
                    numbers = list(range(number))
            elif numbers is not None:
                numbers.append(number)
        return range(count) if numbers is None else numbers

    cdef bint add(self, uint64_t id) noexcept nogil:
        """Add an id; return whether it is new. Ids are hashes, so their bits are random."""
        cdef Py_ssize_t at = <Py_ssize_t>(id & <uint64_t>(self.capacity - 1))
        cdef bint is_new = not self.has_zero
        if not id:
            self.has_zero = True
            return is_new
        while self.slots[at]:
            if self.slots[at] == id:
                return False
            at = (at + 1) & (self.capacity - 1)
        self.slots[at] = id
        self.length += 1
        return True

    cdef void grow(self) except *:
        """Make the table 4 times as large."""
        cdef uint64_t *old = self.slots
        cdef Py_ssize_t at, count = self.capacity
        cdef uint64_t *slots = <uint64_t *>calloc(<size_t>(4 * count), sizeof(uint64_t))
        if slots == NULL:
            raise MemoryError
        self.slots, self.capacity, self.length = slots, 4 * count, 0
        for at in range(count):
            if old[at]:
                self.add(old[at])
        free(old)
