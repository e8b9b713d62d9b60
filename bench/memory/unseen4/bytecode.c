/* A small machine: a stack of numbers, strings and closures that are counted. memory: execute --buffer 8 => heap 128 */
#include <stdint.h>
#include <stdlib.h>
struct object { int refs; int kind; int64_t number; };
static struct object *stack[8];
static int top;
static struct object *make(int kind, int64_t n) {
    struct object *o = malloc(sizeof *o);
    if (o) { o->refs = 1; o->kind = kind; o->number = n; }
    return o;
}
static void drop(struct object *o) { if (o && --o->refs == 0) free(o); }
static int step(uint8_t op) {
    struct object *a, *b;
    switch (op & 7) {
    case 0: if (top == 8 || !(stack[top] = make(0, op))) return -1; top++; return 0;
    case 1: if (top < 1 || top == 8) return -1; stack[top] = stack[top - 1]; stack[top]->refs++; top++; return 0;
    case 2:
        if (top < 2) return -1;
        b = stack[--top];
        a = stack[--top];
        stack[top] = make(0, a->number + b->number);
        drop(a);
        drop(b);
        if (!stack[top]) return -1;
        top++;
        return 0;
    case 3: if (top < 1) return -1; drop(stack[--top]); return 0;
    case 4: if (top < 2) return -1; a = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = a; return 0;
    default: return 1;
    }
}
int64_t execute(const uint8_t code[8]) {
    top = 0;
    for (int i = 0; i < 8; i++) if (step(code[i])) break;
    int64_t r = top ? stack[top - 1]->number : 0;
    while (top) drop(stack[--top]);
    return r;
}
/* 8 pushes: 128; 7 pushes and an add: 7 + 1 = 8 too */
