/* A handler puts bytes into a static ring, the loop makes lines of them. memory: drain --interrupt on_rx --interrupt-frame 104 => heap 56 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define RING 16
static volatile uint8_t ring[RING], head, tail;
volatile uint8_t data_register;
void on_rx(void) {
    uint8_t next = (head + 1) % RING;
    if (next != tail) { ring[head] = data_register; head = next; }
}
struct line { uint8_t len; char text[23]; };              /* 24 */
static struct line *queue[2];
static int queued;
static int finish(const char *s, uint8_t n) {
    if (queued == 2) return -1;
    struct line *l = malloc(sizeof *l);
    if (!l) return -1;
    l->len = n;
    memcpy(l->text, s, n);
    queue[queued++] = l;
    return 0;
}
int drain(int rounds) {
    char text[23];
    uint8_t n = 0;
    int lost = 0;
    if (rounds < 0 || rounds > 40) return -1;
    char *copy = malloc(8);
    if (!copy) return -1;
    while (rounds--) {
        if (head == tail) continue;
        uint8_t c = ring[tail];
        tail = (tail + 1) % RING;
        if (c == '\n' || n == sizeof text) { lost -= finish(text, n); n = 0; }
        else text[n++] = (char)c;
    }
    while (queued) free(queue[--queued]);
    free(copy);
    return lost;
}
