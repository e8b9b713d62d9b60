/* A pool over a static array with a free list threaded through it, and a heap fallback. memory: main --stdin 8 => heap 96 */
#include <stdio.h>
#include <stdlib.h>
#define SLOTS 4
union slot { union slot *next; unsigned char bytes[24]; };   /* 24 */
static union slot pool[SLOTS], *avail;
static int spilled;
static void setup(void) {
    for (int i = 0; i < SLOTS; i++) { pool[i].next = avail; avail = &pool[i]; }
}
static void *get(void) {
    if (avail) { union slot *s = avail; avail = s->next; return s; }
    spilled++;
    return malloc(sizeof(union slot));
}
static void put(void *p) {
    union slot *s = p;
    if (s >= pool && s < pool + SLOTS) { s->next = avail; avail = s; }
    else free(p);
}
int main(void) {
    void *held[16];
    int n = 0, c;
    setup();
    while ((c = getchar()) != EOF) {
        if (c == 'a' && n < 16) { void *p = get(); if (p) held[n++] = p; }
        else if (c == 'f' && n > 0) put(held[--n]);
    }
    while (n) put(held[--n]);
    return spilled;
}
/* Eight gets: four of the pool, four of the heap: 4 * 24. */
