/* rand, random, rand_r: glibc's sequences (the additive generator TYPE_3 of
 * 31 words, and three steps of a linear generator for rand_r). */

#define EP_RAND_WORDS 31
#define EP_RAND_GAP 3

static uint32_t ep_rand_state[EP_RAND_WORDS];
static int ep_rand_next = -1; /* -1: not seeded */

static uint32_t ep_rand_step(void) {
    int oldest = ep_rand_next;
    int partner = oldest >= EP_RAND_GAP ? oldest - EP_RAND_GAP
                                        : oldest + EP_RAND_WORDS - EP_RAND_GAP;
    uint32_t value = ep_rand_state[oldest] + ep_rand_state[partner];
    ep_rand_state[oldest] = value;
    ep_rand_next = oldest + 1 == EP_RAND_WORDS ? 0 : oldest + 1;
    return value >> 1;
}

static void ep_srand(unsigned seed) {
    int32_t word = seed == 0 ? 1 : (int32_t)seed;
    ep_rand_state[0] = (uint32_t)word;
    for (int i = 1; i < EP_RAND_WORDS; i++) {
        /* 16807 * word modulo 2^31 - 1, without overflow (Schrage). */
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        word += word < 0 ? 2147483647 : 0;
        ep_rand_state[i] = (uint32_t)word;
    }
    ep_rand_next = EP_RAND_GAP;
    for (int i = 0; i < 10 * EP_RAND_WORDS; i++)
        ep_rand_step();
}

/* In any environment: nobody promises glibc's numbers, and whether a sequence
 * has begun. One that is begun again is the same, which is not kept here. */
static int ep_rand_begun, ep_rand_again;

static int ep_rand(void) {
    if (__ep_is_open()) {
        ep_rand_begun = 1;
        if (ep_rand_again)
            __ep_assume_sequence();
        return (int)__ep_surrounding("rand", 0, 2147483647);
    }
    if (ep_rand_next < 0)
        ep_srand(1);
    return (int)ep_rand_step();
}

int rand(void) {
    return ep_rand();
}

static void ep_seed(unsigned seed) {
    if (__ep_is_open()) {
        ep_rand_again |= ep_rand_begun;
        ep_rand_begun = 1;
        return;
    }
    ep_srand(seed);
}

void srand(unsigned seed) {
    ep_seed(seed);
}

long random(void) {
    return ep_rand();
}

void srandom(unsigned seed) {
    ep_seed(seed);
}

int rand_r(unsigned *seed) {
    uint32_t next = *seed;
    next = next * 1103515245u + 12345u;
    uint32_t result = next / 65536u % 2048u;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536u % 1024u;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536u % 1024u;
    *seed = next;
    return (int)result;
}
