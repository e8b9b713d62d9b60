// expect: proved
// flags: --stdin 4
// Characters from the input come in order; what is put back comes again.
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[8];
    int c = getchar();
    if (c == EOF) {
        klee_assert(feof(stdin) && getchar() == EOF);
        return 0;
    }
    klee_assert(c >= 0 && c <= 255);
    klee_assert(ungetc(c, stdin) == c);
    klee_assert(fgets(line, sizeof line, stdin) == line);
    klee_assert((unsigned char)line[0] == c);
    char *newline = strchr(line, '\n');
    klee_assert(newline == NULL || newline[1] == 0);
    return 0;
}
