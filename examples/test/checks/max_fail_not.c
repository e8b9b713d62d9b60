// expect: proved
// flags: --stdin 2 --max-fail 1
// Every call that can fail is asked, and what was read before stays.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = getchar();
    if (a == EOF)
        return ferror(stdin) ? 2 : 1;
    int b = getchar();
    assert((b == EOF) == (ferror(stdin) != 0));
    int printed = printf("%d\n", a);
    assert(printed > 0 || (ferror(stdout) && b != EOF));
    return 0;
}
