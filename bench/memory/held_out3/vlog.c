/* A logger with variable arguments: the line is measured, then made. memory: main --args sym:4,sym:4 => heap 56 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
struct line { struct line *next; char text[]; };      /* 8 + */
static struct line *last;
static int kept;
static void note(const char *f, ...) {
    va_list a, b;
    va_start(a, f);
    va_copy(b, a);
    int n = vsnprintf(NULL, 0, f, a);
    va_end(a);
    if (n >= 0) {
        struct line *l = malloc(sizeof *l + (size_t)n + 1);
        if (l) { vsnprintf(l->text, (size_t)n + 1, f, b); l->next = last; last = l; kept++; }
    }
    va_end(b);
}
int main(int argc, char **argv) {
    if (argc != 3) return 1;
    note("start %s", argv[1]);
    if (argv[1][0] == argv[2][0]) note("same %c", argv[1][0]);
    note("end %s:%s", argv[1], argv[2]);
    while (last) { struct line *l = last; last = l->next; free(l); }
    return kept;
}
/* 8 + 11; 8 + 7; 8 + 14: 56. */
