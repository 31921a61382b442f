/* Toepen at random in plain C: the yardstick for cardlab.games.toepen.vectorised.

   Cards are numbers, suit * 8 + strength. The generator is xoshiro256++, kept in registers; a number below a
   bound is the top of 32 random bits times the bound, as in the vectorised deals. */
#include <stdint.h>

typedef struct {
    uint64_t a, b, c, d;
} Random;

static uint64_t rotated(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t mixed(uint64_t *seed) { /* splitmix64, to fill the state of the generator */
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint32_t below(Random *random, uint32_t bound) {
    uint64_t word = rotated(random->a + random->d, 23) + random->a, t = random->b << 17;
    random->c ^= random->a;
    random->d ^= random->b;
    random->b ^= random->c;
    random->a ^= random->d;
    random->c ^= t;
    random->d = rotated(random->d, 45);
    return (word >> 32) * bound >> 32;
}

/* Deal and play so many deals; seat 0 leads. won[trick * seats + seat] counts the tricks that a seat won. */
void play(int64_t deals, int seats, uint64_t seed, int64_t *won) {
    Random random = {mixed(&seed), mixed(&seed), mixed(&seed), mixed(&seed)};
    uint8_t pack[32];
    for (int i = 0; i < 32; i++) pack[i] = i;
    for (int64_t deal = 0; deal < deals; deal++) {
        uint8_t hands[8][4];
        int top = 0;
        for (int place = 0; place < 4; place++) {
            for (int seat = 0; seat < seats; seat++, top++) {
                int other = top + below(&random, 32 - top);
                uint8_t card = pack[other];
                pack[other] = pack[top];
                pack[top] = hands[seat][place] = card;
            }
        }
        int leader = 0;
        for (int left = 4; left > 0; left--) {
            int winner = leader, led = 0, best = 0;
            for (int turn = 0; turn < seats; turn++) {
                int seat = leader + turn < seats ? leader + turn : leader + turn - seats;
                uint8_t *hand = hands[seat];
                int legal[4], number = 0;
                for (int place = 0; turn > 0 && place < left; place++) {
                    legal[number] = place;
                    number += hand[place] >> 3 == led;
                }
                int chosen = number ? legal[below(&random, number)] : below(&random, left);
                int card = hand[chosen];
                hand[chosen] = hand[left - 1];
                if (turn == 0) {
                    led = card >> 3;
                    best = card;
                } else if (card >> 3 == led && card > best) {
                    best = card;
                    winner = seat;
                }
            }
            won[(4 - left) * seats + winner]++;
            leader = winner;
        }
    }
}
