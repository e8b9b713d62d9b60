/* A control loop without heap: fixed point, saturation, a table of gains. memory: control --buffer 8 => heap 0 */
#include <stdint.h>
struct gains { int16_t p, i, d; };
static const struct gains table[3] = {{256, 16, 0}, {512, 32, 8}, {128, 4, 64}};
static int32_t clamp(int32_t v, int32_t lo, int32_t hi) { return v < lo ? lo : v > hi ? hi : v; }
struct state { int32_t integral, last; const struct gains *g; };
static int16_t update(struct state *s, int16_t set, int16_t is) {
    int32_t e = set - is;
    s->integral = clamp(s->integral + e, -4096, 4096);
    int32_t d = e - s->last;
    s->last = e;
    return (int16_t)clamp((s->g->p * e + s->g->i * s->integral + s->g->d * d) >> 8, -2048, 2047);
}
int control(const int16_t samples[8], uint8_t mode) {
    struct state s = {0, 0, &table[mode % 3]};
    int last = 0;
    for (int i = 0; i < 8; i++) last = update(&s, 100, (int16_t)(samples[i] & 1023));
    return last;
}
