/* A connection's state machine with handlers and a session block. memory: state_machine => heap 128 */
#include <stdlib.h>
#include <string.h>
enum state { IDLE, OPENING, OPEN, CLOSING, NSTATES };
enum event { CONNECT, ACK, DATA, CLOSE, TIMEOUT, NEVENTS };
struct session { char name[32]; unsigned char window[96]; };
struct conn { enum state state; struct session *s; int errors; };
typedef enum state (*handler)(struct conn *, int arg);
static enum state on_connect(struct conn *c, int arg) {
    c->s = malloc(sizeof *c->s);
    if (!c->s) { c->errors++; return IDLE; }
    memset(c->s, 0, sizeof *c->s);
    c->s->name[0] = (char)arg;
    return OPENING;
}
static enum state on_ack(struct conn *c, int arg) { (void)arg; (void)c; return OPEN; }
static enum state on_data(struct conn *c, int arg) {
    c->s->window[(unsigned)arg % sizeof c->s->window]++;
    return OPEN;
}
static enum state drop(struct conn *c, int arg) {
    (void)arg;
    free(c->s);
    c->s = NULL;
    return IDLE;
}
static enum state on_close(struct conn *c, int arg) { (void)arg; (void)c; return CLOSING; }
static enum state ignore(struct conn *c, int arg) { (void)arg; return c->state; }
static const handler table[NSTATES][NEVENTS] = {
    [IDLE] = {on_connect, ignore, ignore, ignore, ignore},
    [OPENING] = {ignore, on_ack, ignore, on_close, drop},
    [OPEN] = {ignore, ignore, on_data, on_close, drop},
    [CLOSING] = {ignore, drop, ignore, ignore, drop},
};
int state_machine(const unsigned char ev[12], unsigned n) {
    struct conn c = {IDLE, NULL, 0};
    if (n > 12) n = 12;
    for (unsigned i = 0; i < n; i++) {
        unsigned e = ev[i] & 15;
        if (e >= NEVENTS) { c.errors++; continue; }
        c.state = table[c.state][e](&c, ev[i] >> 4);
    }
    if (c.s) drop(&c, 0);
    return c.errors;
}
