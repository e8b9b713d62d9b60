/* Bytes come by an interrupt, lines are copied. memory: uartirq --interrupt on_byte => heap 33 */
#include <stdlib.h>
#include <string.h>
static volatile unsigned char fifo[32];
static volatile unsigned in, out;
static volatile unsigned char port;
void on_byte(void) {
    unsigned i = in;
    if (i - out < 32) { fifo[i % 32] = port; in = i + 1; }
}
static unsigned drain(char *to, unsigned max) {
    unsigned n = 0;
    while (n < max && in != out) { to[n++] = (char)fifo[out % 32]; out++; }
    return n;
}
int uartirq(int rounds) {
    int sum = 0;
    if (rounds > 10) rounds = 10;
    for (int i = 0; i < rounds; i++) {
        char *line = malloc(33);
        if (!line) return -1;
        unsigned n = drain(line, 32);
        line[n] = 0;
        sum += (int)n;
        free(line);
    }
    return sum;
}
