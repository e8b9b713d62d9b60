/* A history of the last four lines: the oldest gives way. memory: main --stdin 12 => heap 13 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KEEP 4
static char *ring[KEEP];
static unsigned at;
static void keep(const char *s, size_t n) {
    char *c = malloc(n + 1);
    if (!c) return;
    memcpy(c, s, n);
    c[n] = 0;
    free(ring[at % KEEP]);
    ring[at++ % KEEP] = c;
}
int main(void) {
    char line[8];
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (c == '\n') { keep(line, n); n = 0; }
        else if (n < sizeof line) line[n++] = (char)c;
    }
    if (n) keep(line, n);
    for (int i = 0; i < KEEP; i++) free(ring[i]);
    return (int)at;
}
/* Twelve bytes, four lines kept and a fifth before the first goes: letters + 5 ends. Five lines with
   four newlines (the last without): 8 letters and 5 bytes of end: 13. Four lines: 9 letters + 4 = 13. */
