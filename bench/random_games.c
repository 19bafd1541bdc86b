/* Random games of the five games, each written out by hand for speed: what the compiled core is measured beside.
   The usual options; the dice and so the games are those of numduel, which the bench checks. */

#include <stdint.h>

typedef struct { uint32_t word[624]; int at; } Dice;
typedef struct { long one, two, steps; } Tally;

static void seeded(Dice *dice, uint32_t key)
{
    uint32_t *w = dice->word;
    w[0] = 19650218u;
    for (int i = 1; i < 624; i++) w[i] = 1812433253u * (w[i - 1] ^ (w[i - 1] >> 30)) + i;
    int i = 1;
    for (int k = 0; k < 624; k++) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1664525u)) + key;
        if (++i >= 624) { w[0] = w[623]; i = 1; }
    }
    for (int k = 0; k < 623; k++) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i >= 624) { w[0] = w[623]; i = 1; }
    }
    w[0] = 0x80000000u;
    dice->at = 624;
}

static void refill(uint32_t *w)
{
    for (int k = 0; k < 624; k++) {
        uint32_t y = (w[k] & 0x80000000u) | (w[k + 1 < 624 ? k + 1 : 0] & 0x7fffffffu);
        w[k] = w[k + 397 < 624 ? k + 397 : k - 227] ^ (y >> 1) ^ (-(y & 1) & 0x9908b0dfu);
    }
}

static inline uint32_t word(Dice *dice)
{
    if (dice->at >= 624) { refill(dice->word); dice->at = 0; }
    uint32_t y = dice->word[dice->at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static inline double point(Dice *dice)
{
    uint32_t high = word(dice) >> 5, low = word(dice) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

static inline int below(Dice *dice, int bound) { return (int)(point(dice) * bound); }

static inline int nth(uint64_t bits, int n)
{
    while (n--) bits &= bits - 1;
    return __builtin_ctzll(bits);
}

static inline void end(Tally *tally, int winner) { if (winner) tally->two++; else tally->one++; }

void sum_games(const uint8_t *board, int size, int target, uint32_t seed, long games, int longest, Tally *tally)
{
    Dice dice;
    seeded(&dice, seed);
    for (long game = 0; game < games; game++) {
        int total[2] = {0, 0}, last = 0, player = 0;
        for (int step = 0;; step++) {
            if (total[!player] >= target) { end(tally, total[!player] > target ? player : !player); break; }
            if (step >= longest) break;
            int low = last ? last - 1 : 0, high = last ? last + 1 : -1;
            if (low < 1 && last) low = 1;
            if (high > size) high = size;
            int blocked = last ? high - low + 1 : 0, count = size - blocked;
            if (!count) { end(tally, !player); break; }
            int number = 1 + below(&dice, count);
            if (last && number >= low) number += blocked;
            total[player] += number;
            last = number;
            player = !player;
            tally->steps++;
        }
    }
}

static const int8_t STEPS[4][2] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};

void maze_games(const uint8_t *board, int size, int target, uint32_t seed, long games, int longest, Tally *tally)
{
    Dice dice;
    int count = size * size, edges = 0;
    int8_t edge[64], near[64][4];
    for (int cell = 0; cell < count; cell++) {
        int row = cell / size, column = cell % size;
        if (!row || !column || row == size - 1 || column == size - 1) edge[edges++] = cell;
        for (int way = 0; way < 4; way++) {
            int r = row + STEPS[way][0], c = column + STEPS[way][1];
            near[cell][way] = r >= 0 && r < size && c >= 0 && c < size ? r * size + c : -1;
        }
    }
    seeded(&dice, seed);
    for (long game = 0; game < games; game++) {
        int total[2] = {0, 0}, at[2] = {-1, -1}, player = 0;
        uint64_t visited[2] = {0, 0};
        for (int step = 0;; step++) {
            if (total[!player] == target) { end(tally, !player); break; }
            const int8_t *ways = at[player] < 0 ? edge : near[at[player]];
            int most = at[player] < 0 ? edges : 4, left = target - total[player], found = 0;
            int8_t moves[32];
            for (int way = 0; way < most; way++) {
                int cell = ways[way];
                if (cell >= 0 && cell != at[!player] && board[cell] <= left && !(visited[player] >> cell & 1))
                    moves[found++] = cell;
            }
            if (!found) { end(tally, !player); break; }
            if (step >= longest) break;
            int cell = moves[below(&dice, found)];
            at[player] = cell;
            visited[player] |= 1ull << cell;
            total[player] += board[cell];
            player = !player;
            tally->steps++;
        }
    }
}

void run_games(const uint8_t *board, int size, int target, uint32_t seed, long games, int longest, Tally *tally)
{
    Dice dice;
    int count = size * size, start[2] = {0, count - 1};
    uint64_t near[64];
    for (int cell = 0; cell < count; cell++) {
        near[cell] = 0;
        for (int way = 0; way < 4; way++) {
            int r = cell / size + STEPS[way][0], c = cell % size + STEPS[way][1];
            if (r >= 0 && r < size && c >= 0 && c < size) near[cell] |= 1ull << (r * size + c);
        }
    }
    seeded(&dice, seed);
    for (long game = 0; game < games; game++) {
        int score[2] = {0, 0}, at[2] = {0, count - 1}, player = 0, asked = 0;
        uint64_t visited[2] = {1, 1ull << (count - 1)};
        for (int step = 0;; step++) {
            int other = !player;
            if (asked) {
                if (step >= longest) break;
                if (!below(&dice, 2) && score[player] != score[other]) {
                    int loser = score[player] > score[other] ? other : player;
                    at[loser] = start[loser];
                    score[loser] = 0;
                }
                asked = 0;
                player = other;
            } else {
                if (at[other] == start[player]) { end(tally, other); break; }
                uint64_t free = near[at[player]] & ~(visited[player] | 1ull << at[other]);
                if (!free) { end(tally, other); break; }
                if (step >= longest) break;
                int cell = nth(free, below(&dice, __builtin_popcountll(free)));
                at[player] = cell;
                visited[player] |= 1ull << cell;
                score[player] += board[cell];
                asked = near[cell] >> at[other] & 1 && cell != start[other];
                if (!asked) player = other;
            }
            tally->steps++;
        }
    }
}

void quest_games(const uint8_t *board, int size, int target, uint32_t seed, long games, int longest, Tally *tally)
{
    Dice dice;
    int count = size * size;
    seeded(&dice, seed);
    for (long game = 0; game < games; game++) {
        int total[2] = {0, 0}, player = 0, remain = count;
        uint64_t closed = (1ull << count) - 1, left = closed;
        for (int step = 0;; step += 2) {
            int other = !player;
            if (total[other] >= target) { end(tally, total[other] == target ? other : player); break; }
            if (!closed) { end(tally, total[player] >= total[other] ? player : other); break; }
            if (step >= longest) break;
            int cell = nth(closed, below(&dice, remain)), place = 0;
            double share = 1.0 / remain, up_to = share, drawn = point(&dice);
            while (place < remain - 1 && drawn >= up_to) { place++; up_to += share; }
            int number = nth(left, place);
            closed ^= 1ull << cell;
            left ^= 1ull << number;
            remain--;
            total[player] += number + 1;
            player = other;
            tally->steps += 2;
        }
    }
}

void race_games(const uint8_t *board, int size, int target, uint32_t seed, long games, int longest, Tally *tally)
{
    static const int8_t WAYS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    Dice dice;
    int count = size * size;
    int8_t land[64][4];
    for (int cell = 0; cell < count; cell++)
        for (int way = 0; way < 4; way++) {
            int r = cell / size + WAYS[way][0] * board[cell], c = cell % size + WAYS[way][1] * board[cell];
            land[cell][way] = r >= 0 && r < size && c >= 0 && c < size ? r * size + c : -1;
        }
    seeded(&dice, seed);
    for (long game = 0; game < games; game++) {
        int at[2] = {0, count - 1}, player = 0;
        for (int step = 0;; step++) {
            int other = !player, found = 0;
            int8_t moves[4];
            if (at[other] == (player ? count - 1 : 0)) { end(tally, other); break; }
            for (int way = 0; way < 4; way++) {
                int cell = land[at[player]][way];
                if (cell >= 0 && cell != at[other]) moves[found++] = cell;
            }
            if (!found) { end(tally, other); break; }
            if (step >= longest) break;
            at[player] = moves[below(&dice, found)];
            player = other;
            tally->steps++;
        }
    }
}
