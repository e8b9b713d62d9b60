// expect: proved
// Every number has a text that is not empty.
#include <klee/klee.h>
#include <string.h>

int main(void) {
    int error;
    klee_make_symbolic(&error, sizeof error, "error");
    klee_assume(error >= 0 && error < 4);
    klee_assert(strlen(strerror(error)) > 4);
    klee_assert(strcmp(strerror(2), "No such file or directory") == 0);
    return 0;
}
