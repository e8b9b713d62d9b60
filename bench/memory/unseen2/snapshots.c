/* An editor of eight cells with four snapshots to go back to. memory: main --stdin 8 => heap 160 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define DEPTH 4
struct doc { int cell[8]; };
static struct doc *undo[DEPTH];
static int top;
static void save(const struct doc *d) {
    if (top == DEPTH) {
        free(undo[0]);
        memmove(undo, undo + 1, (DEPTH - 1) * sizeof *undo);
        top--;
    }
    struct doc *s = malloc(sizeof *s);
    if (!s) exit(1);
    *s = *d;
    undo[top++] = s;
}
static void back(struct doc *d) {
    if (!top) return;
    *d = *undo[--top];
    free(undo[top]);
    undo[top] = NULL;
}
int main(void) {
    struct doc *d = calloc(1, sizeof *d);
    if (!d) return 1;
    int c;
    while ((c = getchar()) != EOF) {
        if (c == 'u') back(d);
        else { save(d); d->cell[c & 7]++; }
    }
    int r = d->cell[0];
    while (top) free(undo[--top]);
    free(d);
    return r;
}
/* 5 * 32 = 160 */
