/* Nested arrays of digits, at most three deep. memory: main --stdin 7 => heap 192 */
#include <stdio.h>
#include <stdlib.h>
struct value { int kind, number; struct value *child, *next; };    /* 24 */
static int ahead;
static void step(void) { ahead = getchar(); }
static void drop(struct value *v) {
    while (v) { struct value *n = v->next; drop(v->child); free(v); v = n; }
}
static struct value *parse(int depth) {
    struct value *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    if (ahead >= '0' && ahead <= '9') { v->number = ahead - '0'; step(); return v; }
    if (ahead != '[' || depth == 3) { free(v); return NULL; }
    v->kind = 1;
    step();
    struct value **at = &v->child;
    while (ahead != ']') {
        *at = parse(depth + 1);
        if (!*at) { drop(v); return NULL; }
        at = &(*at)->next;
        if (ahead == ',') step();
    }
    step();
    return v;
}
int main(void) {
    step();
    struct value *v = parse(0);
    int ok = v != NULL;
    drop(v);
    return ok;
}
/* [123456 : 7 values and an eighth that fails at the end of input: 8 * 24 = 192 */
