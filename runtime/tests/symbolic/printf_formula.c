// expect: proved
// Digits of a symbolic number: a formula for few, all values where these are few.
#include "choose.h"
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Any number below 10, printed with a digit behind the point. */
static void digits(void) {
    double x;
    char text[32];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 0);
    klee_assume(x < 10);
    int n = sprintf(text, "%.1f", x);
    klee_assert(n == (x <= 9.95 ? 3 : 4) && text[n] == 0 && text[n - 2] == '.');
    klee_assert(text[0] >= '0' && text[0] <= '9');
    klee_assert(text[n - 1] >= '0' && text[n - 1] <= '9');
    if (x == 2.5)
        klee_assert(text[0] == '2' && text[2] == '5');
}

/* What is no number, and infinities of both signs. */
static void special(void) {
    double x;
    char text[32];
    klee_make_symbolic(&x, sizeof x, "special");
    klee_assume(x - x != 0);
    int n = sprintf(text, "%5.1f", x);
    klee_assert(n == 5 && (strcmp(text, "  inf") == 0 || strcmp(text, " -inf") == 0 ||
                           strcmp(text, "  nan") == 0 || strcmp(text, " -nan") == 0));
}

/* Ties go to the even digit. */
static void ties(void) {
    unsigned k = choose(4, "tie");
    static const char *const want[] = {"< 0>", "< 2>", "< 2>", "< 4>"};
    char text[32];
    klee_assert(sprintf(text, "<%2.0f>", (double)k + 0.5) == 4);
    klee_assert(strcmp(text, want[k]) == 0);
}

int main(void) {
    digits();
    special();
    ties();
    return 0;
}
