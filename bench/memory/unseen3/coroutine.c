/* Coroutines by switch: a reader and a packer, each with a context on the heap. memory: pump --buffer 10 => heap 80 */
#include <stdint.h>
#include <stdlib.h>
struct co { int line, n, at; const uint8_t *in; uint8_t *line_buf; };   /* 32 */
#define BEGIN(c) switch ((c)->line) { case 0:
#define YIELD(c, v) do { (c)->line = __LINE__; return (v); case __LINE__:; } while (0)
#define END } return -1
static int reader(struct co *c) {
    BEGIN(c)
    for (c->at = 0; c->at < c->n; c->at++) {
        if (c->in[c->at] == 0xff) continue;
        YIELD(c, c->in[c->at]);
    }
    END;
}
static int packer(struct co *c, int byte) {
    BEGIN(c)
    for (;;) {
        c->line_buf = malloc(16);
        if (!c->line_buf) return -2;
        for (c->at = 0; c->at < 3; c->at++) {
            c->line_buf[c->at] = (uint8_t)byte;
            YIELD(c, 0);
        }
        free(c->line_buf);
        c->line_buf = NULL;
        YIELD(c, 1);
    }
    END;
}
int pump(const uint8_t *in, int n) {
    if (n < 0 || n > 10) return -1;
    struct co *r = calloc(1, sizeof *r), *p = calloc(1, sizeof *p);
    int packed = 0, byte;
    if (r && p) {
        r->in = in; r->n = n;
        while ((byte = reader(r)) >= 0) packed += packer(p, byte) == 1;
        free(p->line_buf);
    }
    free(r); free(p);
    return packed;
}
/* 2 * 32 + 16 */
