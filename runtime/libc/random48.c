/* drand48 and its family: the linear generator of 48 bits that POSIX names, with
 * the bits that glibc takes. */

#define EP_FACTOR48 0x5deece66dULL
#define EP_ADDEND48 0xb

static unsigned short ep_state48[3], ep_old48[3];
static uint64_t ep_factor48 = EP_FACTOR48;
static unsigned short ep_addend48 = EP_ADDEND48;

static uint64_t ep_step48(unsigned short state[3]) {
    uint64_t x = (uint64_t)state[2] << 32 | (uint64_t)state[1] << 16 | state[0];
    x = x * ep_factor48 + ep_addend48;
    state[0] = (unsigned short)x;
    state[1] = (unsigned short)(x >> 16);
    state[2] = (unsigned short)(x >> 32);
    return x & 0xffffffffffffULL;
}

/* What the sequence begins with where the program does not say it, which POSIX
 * leaves open: glibc's zeros, and in any environment any number. */
static int ep_begun48;

static void ep_begin48(void) {
    if (!ep_begun48 && __ep_is_open())
        for (int i = 0; i < 3; i++)
            ep_state48[i] = (unsigned short)__ep_surrounding("rand", 0, 65535);
    ep_begun48 = 1;
}

static uint64_t ep_own48(void) {
    ep_begin48();
    return ep_step48(ep_state48);
}

double erand48(unsigned short state[3]) { return (double)ep_step48(state) * 0x1p-48; }

long nrand48(unsigned short state[3]) { return (long)(ep_step48(state) >> 17); }

long jrand48(unsigned short state[3]) { return (int32_t)(ep_step48(state) >> 16); }

double drand48(void) { return (double)ep_own48() * 0x1p-48; }

long lrand48(void) { return (long)(ep_own48() >> 17); }

long mrand48(void) { return (int32_t)(ep_own48() >> 16); }

static void ep_set48(unsigned short low, unsigned short middle, unsigned short high) {
    ep_state48[0] = low;
    ep_state48[1] = middle;
    ep_state48[2] = high;
    ep_factor48 = EP_FACTOR48;
    ep_addend48 = EP_ADDEND48;
    ep_begun48 = 1;
}

void srand48(long seed) {
    ep_set48(0x330e, (unsigned short)seed, (unsigned short)((uint32_t)seed >> 16));
}

unsigned short *seed48(unsigned short seed[3]) {
    ep_begin48();
    for (int i = 0; i < 3; i++)
        ep_old48[i] = ep_state48[i];
    ep_set48(seed[0], seed[1], seed[2]);
    return ep_old48;
}

void lcong48(unsigned short p[7]) {
    ep_set48(p[0], p[1], p[2]);
    ep_factor48 = (uint64_t)p[5] << 32 | (uint64_t)p[4] << 16 | p[3];
    ep_addend48 = p[6];
}
