/* A receive ring that an interrupt fills; lines become blocks. memory: poll --interrupt rx_isr => heap 17 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define SIZE 32
volatile uint8_t data_register;
static volatile uint8_t ring[SIZE];
static volatile unsigned head, tail;
void rx_isr(void) {
    unsigned next = (head + 1) % SIZE;
    if (next == tail) return;
    ring[head] = data_register;
    head = next;
}
static int take(uint8_t *b) {
    if (tail == head) return 0;
    *b = ring[tail % SIZE];
    tail = (tail + 1) % SIZE;
    return 1;
}
int poll(void) {
    char line[16];
    unsigned n = 0;
    uint8_t b;
    for (int i = 0; i < 40; i++) {
        if (!take(&b)) continue;
        if (b == '\n' || n == sizeof line) {
            char *copy = malloc(n + 1);
            if (!copy) return -1;
            memcpy(copy, line, n);
            copy[n] = 0;
            int ok = strcmp(copy, "stop") != 0;
            free(copy);
            n = 0;
            if (!ok) return 1;
        } else
            line[n++] = (char)b;
    }
    return 0;
}
