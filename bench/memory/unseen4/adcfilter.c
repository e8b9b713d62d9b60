/* Samples of an ADC through a median of five and a moving average. memory: acquire --buffer 16 => heap 72 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct average { uint16_t taps, at; uint32_t sum; uint16_t window[]; };
static uint16_t median(const uint16_t *v) {
    uint16_t s[5];
    memcpy(s, v, sizeof s);
    for (int i = 1; i < 5; i++)
        for (int j = i; j > 0 && s[j - 1] > s[j]; j--) { uint16_t t = s[j]; s[j] = s[j - 1]; s[j - 1] = t; }
    return s[2];
}
static struct average *average_new(uint16_t taps) {
    struct average *a = calloc(1, sizeof *a + taps * sizeof(uint16_t));
    if (a) a->taps = taps;
    return a;
}
static uint16_t average_push(struct average *a, uint16_t v) {
    a->sum -= a->window[a->at];
    a->sum += a->window[a->at] = v;
    a->at = (uint16_t)((a->at + 1) % a->taps);
    return (uint16_t)(a->sum / a->taps);
}
int acquire(const uint16_t samples[16], uint8_t taps) {
    if (taps == 0 || taps > 32) return -1;
    struct average *a = average_new(taps);
    uint16_t last = 0;
    if (!a) return -1;
    for (int i = 0; i + 5 <= 16; i++) last = average_push(a, median(samples + i));
    free(a);
    return last;
}
/* 8 + 2 * 32 */
