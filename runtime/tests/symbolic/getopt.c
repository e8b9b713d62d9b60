// expect: proved
// flags: -- -fno-builtin
// What getopt returns for a symbolic argument; long options by any
// abbreviation; arguments that are no options end up last.
#define _GNU_SOURCE
#include "choose.h"
#include <getopt.h>
#include <string.h>

static int short_options(void) {
    char a[3];
    klee_make_symbolic(a, sizeof a, "a");
    a[2] = 0;
    char file[] = "file", *argv[] = {"program", file, a, NULL};
    opterr = 0;
    int c = getopt(3, argv, "xy:");
    if (a[0] != '-' || a[1] == 0) {
        klee_assert(c == -1 && optind == 1);
    } else if (a[1] == '-') {
        klee_assert(c == -1 && argv[1] == a && argv[2] == file && optind == 2);
    } else if (a[1] == 'x') {
        klee_assert(c == 'x' && getopt(3, argv, "xy:") == -1);
        klee_assert(argv[1] == a && argv[2] == file && optind == 2);
    } else {
        /* -y has no argument left, and there are no others. */
        klee_assert(c == '?' && optopt == a[1]);
    }
    return 0;
}

static int long_options(int only) {
    static const struct option all[] = {
        {"make", 0, NULL, 'm'}, {"take", 1, NULL, 't'}, {NULL, 0, NULL, 0}};
    char a[] = "--xak";
    klee_make_symbolic(a + 2, 1, "letter");
    klee_assume(a[2] != 0 && a[2] != '=');
    char *argv[] = {"program", a, "value", NULL};
    int index = -1;
    opterr = 0;
    optind = 0;
    int c = only ? getopt_long_only(3, argv, "q", all, &index)
                 : getopt_long(3, argv, "q", all, &index);
    klee_assert((c == 'm') == (a[2] == 'm') && (c == 't') == (a[2] == 't'));
    if (c == 't')
        klee_assert(optarg == argv[2] && index == 1 && optind == 3);
    if (c == 'm')
        klee_assert(optarg == NULL && index == 0 && optind == 2);
    klee_assert(c == 'm' || c == 't' || c == '?');
    return 0;
}

int main(void) {
    unsigned which = choose(3, "which");
    return which == 0 ? short_options() : long_options(which == 2);
}
