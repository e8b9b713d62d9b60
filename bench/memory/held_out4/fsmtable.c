/* A machine by a table of functions; states keep data that the next one takes or drops. memory: machine --buffer 6 => heap 72 */
#include <stdint.h>
#include <stdlib.h>
struct ctx { void *data; unsigned size; int errors; };
typedef int (*handler)(struct ctx *, uint8_t);
static int idle(struct ctx *c, uint8_t e) { (void)c; return e & 1 ? 1 : 0; }
static int grow(struct ctx *c, uint8_t e) {
    if (c->size < 40) {
        void *d = realloc(c->data, c->size + 8);
        if (!d) { c->errors++; return 2; }
        c->data = d;
        c->size += 8;
    }
    return e & 2 ? 2 : 1;
}
static int done(struct ctx *c, uint8_t e) {
    free(c->data);
    c->data = NULL;
    c->size = 0;
    return e & 4 ? 0 : 2;
}
static const handler states[] = {idle, grow, done};
int machine(const uint8_t events[6]) {
    struct ctx c = {NULL, 0, 0};
    int s = 0;
    for (int i = 0; i < 6; i++) s = states[s](&c, events[i]);
    free(c.data);
    return c.errors;
}
/* One event to leave idle, five that grow: 32 + 40 = 72 */
