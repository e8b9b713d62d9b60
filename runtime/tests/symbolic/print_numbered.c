// expect: proved
// Numbered arguments: each place is read once, whatever the order; and
// scanf's %m, wide characters and numbers.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    unsigned char c, digit;
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&digit, sizeof digit, "digit");
    klee_assume(c != 0 && digit < 10);
    char text[32], digits[] = {(char)('0' + digit), ' ', 'x', 'y', 0};
    int n = snprintf(text, sizeof text, "%3$c%1$d%2$s%1$d", digit, "ab", c);
    klee_assert(n == 5 && text[0] == (char)c && text[1] == '0' + digit && text[4] == '0' + digit);
    klee_assert(text[2] == 'a' && text[3] == 'b');
    char *word = NULL;
    int value = -1;
    n = sscanf(digits, "%2$d %1$ms", &word, &value);
    klee_assert(n == 2 && value == digit && strcmp(word, "xy") == 0);
    free(word);
    wchar_t wide[4];
    n = sscanf(digits, "%ls", wide);
    klee_assert(n == 1 && wide[0] == L'0' + digit && wide[1] == 0);
    return 0;
}
