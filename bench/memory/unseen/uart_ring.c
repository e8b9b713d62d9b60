/* A receive ring of a UART with overrun count. memory: uart_ring => heap 0 */
#include <stdint.h>
#include <string.h>
#define SIZE 64
struct ring { uint8_t buf[SIZE]; volatile unsigned head, tail; unsigned overruns; };
static struct ring rx;
static int ring_put(struct ring *r, uint8_t b) {
    unsigned next = (r->head + 1) % SIZE;
    if (next == r->tail) { r->overruns++; return -1; }
    r->buf[r->head] = b;
    r->head = next;
    return 0;
}
static int ring_get(struct ring *r) {
    if (r->head == r->tail) return -1;
    int b = r->buf[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    return b;
}
static unsigned crc(const uint8_t *p, unsigned n) {
    unsigned c = 0xffff;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xa001 : c >> 1;
    }
    return c;
}
int uart_ring(unsigned n, uint8_t seed) {
    uint8_t line[32];
    unsigned got = 0;
    memset(&rx, 0, sizeof rx);
    for (unsigned i = 0; i < n % 100; i++) ring_put(&rx, (uint8_t)(seed + i));
    int c;
    while ((c = ring_get(&rx)) >= 0 && got < sizeof line) line[got++] = (uint8_t)c;
    return (int)crc(line, got);
}
