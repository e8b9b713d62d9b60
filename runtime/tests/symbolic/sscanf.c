// expect: proved
// sscanf: what it stores when it says that it stored.
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char s[5], word[5] = "";
    int value = -1;
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    int n = sscanf(s, "%2d%[a-c]", &value, word);
    klee_assert(n >= -1 && n <= 2);
    if (n >= 1)
        klee_assert(value >= -9 && value <= 99);
    else
        klee_assert(value == -1);
    if (n == 2)
        klee_assert(word[0] >= 'a' && word[0] <= 'c');
    if (s[0] == 0)
        klee_assert(n == EOF);
    return 0;
}
