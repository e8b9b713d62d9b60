// expect: violated
// expect-unconfirmed a native run cannot make a call fail
// flags: --stdin 2 --max-fail 1
// One call of the system may fail: the program that asks survives it, and the
// one that does not is caught. Two failures on one path do not happen.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
    char a, b;
    long first = read(0, &a, 1);
    long second = read(0, &b, 1);
    assert(first == 1 || (first == -1 && errno == EIO));
    assert(first == 1 || second == 1);
    assert(first == 1); // bug: assertion-failure
    return 0;
}
