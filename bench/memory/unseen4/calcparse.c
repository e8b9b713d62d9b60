/* Recursive descent over an expression with a limit of nesting; values are boxed. memory: calc --buffer 8 => heap 24 */
#include <stdlib.h>
#define DEEPEST 3
struct box { long value; };
struct parser { const char *at; int depth, failed; };
static struct box *boxed(long v) {
    struct box *b = malloc(sizeof *b);
    if (b) b->value = v;
    return b;
}
static struct box *sum(struct parser *p);
static struct box *atom(struct parser *p) {
    if (*p->at == '(') {
        if (p->depth == DEEPEST) { p->failed = 1; return NULL; }
        p->depth++;
        p->at++;
        struct box *b = sum(p);
        p->depth--;
        if (*p->at == ')') p->at++; else p->failed = 1;
        return b;
    }
    if (*p->at >= '0' && *p->at <= '9') return boxed(*p->at++ - '0');
    p->failed = 1;
    return NULL;
}
static struct box *sum(struct parser *p) {
    struct box *left = atom(p);
    while (left && !p->failed && *p->at == '+') {
        p->at++;
        struct box *right = atom(p);
        if (right) { left->value += right->value; free(right); }
    }
    return left;
}
long calc(const char text[8]) {
    char copy[9];
    for (int i = 0; i < 8; i++) copy[i] = text[i];
    copy[8] = 0;
    struct parser p = {copy, 0, 0};
    struct box *b = sum(&p);
    long v = b && !p.failed ? b->value : -1;
    free(b);
    return v;
}
/* 1+(1+(1: each level holds its left: 8 bytes of 1+(1+(1+ hold three and the fourth is not read: 24 */
