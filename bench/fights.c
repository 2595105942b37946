// The policy of every Fighting Fantasy fight, straight from the recursion: the peer of `bench/policies.py`.
// Prints the seconds taken, and sums that tell whether both programs found the same.

#include <stdio.h>
#include <time.h>

#define EDGES 21
#define LUCK 13
#define STAMINA 24

static double value[EDGES][LUCK][STAMINA + 1][STAMINA + 1];
static unsigned char strategy[EDGES][LUCK][STAMINA + 1][STAMINA + 1];

static double worth(int k, int luck, int h, int o)
{
    return o <= 0 ? 1.0 : h <= 0 ? 0.0 : value[k][luck][h][o];
}

int main(void)
{
    double lucky[LUCK] = {0};
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            for (int luck = a + b; luck < LUCK; luck++)
                lucky[luck] += 1 / 36.0;
    double best = 1e9, total = 0;
    long used = 0;
    for (int turn = 0; turn < 20; turn++) {
        struct timespec began, ended;
        clock_gettime(CLOCK_MONOTONIC, &began);
        for (int k = 0; k < EDGES; k++) {
            int won = 0, lost = 0;
            for (int a = 1; a <= 6; a++)
                for (int b = 1; b <= 6; b++)
                    for (int c = 1; c <= 6; c++)
                        for (int d = 1; d <= 6; d++) {
                            won += a + b + k - 10 > c + d;
                            lost += a + b + k - 10 < c + d;
                        }
            double w = (double)won / (won + lost), l = (double)lost / (won + lost);
            for (int luck = 0; luck < LUCK; luck++)
                for (int h = 1; h <= STAMINA; h++)
                    for (int o = 1; o <= STAMINA; o++) {
                        double q = lucky[luck];
                        int less = luck ? luck - 1 : 0;
                        double plain = worth(k, luck, h, o - 2), hurt = worth(k, luck, h - 2, o);
                        double struck = plain, saved = hurt;
                        if (luck) {
                            struck = q * worth(k, less, h, o - 4) + (1 - q) * worth(k, less, h, o - 1);
                            saved = q * worth(k, less, h - 1, o) + (1 - q) * worth(k, less, h - 3, o);
                        }
                        int press = struck - plain > 1e-10 * plain, parry = saved - hurt > 1e-10 * hurt;
                        value[k][luck][h][o] = w * (press ? struck : plain) + l * (parry ? saved : hurt);
                        strategy[k][luck][h][o] = (unsigned char)(2 * parry + press);
                    }
        }
        clock_gettime(CLOCK_MONOTONIC, &ended);
        double taken = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
        best = taken < best ? taken : best;
    }
    for (int k = 0; k < EDGES; k++)
        for (int luck = 0; luck < LUCK; luck++)
            for (int h = 1; h <= STAMINA; h++)
                for (int o = 1; o <= STAMINA; o++) {
                    total += value[k][luck][h][o];
                    used += strategy[k][luck][h][o];
                }
    printf("%.6f %.9f %ld\n", best, total, used);
    return 0;
}
