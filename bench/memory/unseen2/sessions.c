/* A connection as a state machine with callbacks; the buffer lives while it is open. memory: sessions --buffer 8 => heap 152 */
#include <stdlib.h>
#include <string.h>
struct session { int state; unsigned char *rx; unsigned got; };
typedef void (*action)(struct session *, unsigned char);
enum { IDLE, OPEN, DATA, STATES };
static void ignore(struct session *s, unsigned char b) { (void)s; (void)b; }
static void open_(struct session *s, unsigned char b) {
    if (b != 0x55) return;
    s->rx = malloc(128);
    if (!s->rx) return;
    s->got = 0; s->state = OPEN;
}
static void begin(struct session *s, unsigned char b) {
    if (b > 0x7f) { free(s->rx); s->rx = NULL; s->state = IDLE; return; }
    s->rx[s->got++] = b; s->state = DATA;
}
static void data(struct session *s, unsigned char b) {
    if (b == 0 || s->got == 128) { free(s->rx); s->rx = NULL; s->state = IDLE; return; }
    s->rx[s->got++] = b;
}
static const action table[STATES + 1] = {open_, begin, data, ignore};
int sessions(const unsigned char in[8]) {
    struct session *s = calloc(1, sizeof *s);        /* 24 */
    if (!s) return -1;
    for (int i = 0; i < 8; i++) table[s->state](s, in[i]);
    int r = s->state;
    free(s->rx);
    free(s);
    return r;
}
/* 24 + 128 = 152 */
