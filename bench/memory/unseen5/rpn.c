/* A calculator in reverse Polish notation on a linked stack of at most 16 numbers. memory: main => heap 256 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct cell { long value; struct cell *below; };

struct stack { struct cell *top; int depth; };

static int push(struct stack *s, long v) {
    if (s->depth >= 16) {
        fprintf(stderr, "stack overflow\n");
        return 0;
    }
    struct cell *c = malloc(sizeof(struct cell));
    if (!c) return 0;
    c->value = v;
    c->below = s->top;
    s->top = c;
    s->depth++;
    return 1;
}

static long pop(struct stack *s) {
    if (s->top == NULL) {
        fprintf(stderr, "stack underflow\n");
        return 0;
    }
    struct cell *c = s->top;
    long v = c->value;
    s->top = c->below;
    s->depth--;
    free(c);
    return v;
}

int main(void) {
    struct stack s = {NULL, 0};
    int c;
    while ((c = getchar()) != EOF) {
        if (isdigit(c)) {
            long v = 0;
            while (isdigit(c)) {
                v = (v * 10 + (c - '0')) % 1000000;
                c = getchar();
            }
            push(&s, v);
            if (c == EOF) break;
        }
        if (c == '+') push(&s, pop(&s) + pop(&s));
        else if (c == '*') push(&s, (pop(&s) * pop(&s)) % 1000000);
        else if (c == '-') {
            long r = pop(&s), l = pop(&s);
            push(&s, l - r);
        } else if (c == '\n') {
            printf("= %ld\n", pop(&s));
            while (s.top) pop(&s);
        }
    }
    while (s.top) pop(&s);
    return 0;
}
