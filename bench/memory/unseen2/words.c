/* Counts of words in standard input, a list with copies. memory: main --stdin 7 => heap 72 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct word { struct word *next; unsigned count; char text[]; };     /* 16 */
static struct word *all;
static void seen(const char *w, size_t n) {
    for (struct word *p = all; p; p = p->next) if (!strcmp(p->text, w)) { p->count++; return; }
    struct word *p = malloc(sizeof *p + n + 1);
    if (!p) return;
    memcpy(p->text, w, n + 1);
    p->count = 1; p->next = all; all = p;
}
int main(void) {
    char w[16];
    size_t n = 0;
    for (int c;;) {
        c = getchar();
        if (c != EOF && isalpha(c)) { if (n < sizeof w - 1) w[n++] = (char)c; continue; }
        if (n) { w[n] = 0; seen(w, n); n = 0; }
        if (c == EOF) break;
    }
    unsigned most = 0;
    while (all) { struct word *p = all; all = p->next; if (p->count > most) most = p->count; free(p); }
    return (int)most;
}
/* a b c d: 4 * (16 + 2) = 72 */
