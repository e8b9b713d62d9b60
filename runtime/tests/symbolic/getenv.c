// expect: proved
// The environment is empty, the locale is C.
#include <klee/klee.h>
#include <locale.h>
#include <stdlib.h>

int main(void) {
    char name[3];
    klee_make_symbolic(name, sizeof name, "name");
    name[2] = 0;
    klee_assert(getenv(name) == NULL);
    klee_assert(setlocale(LC_ALL, "C") != NULL);
    return 0;
}
