// The text of an error that an open environment gives.
// expect: violated
// expect-unconfirmed: the native run cannot choose why a file is not opened
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  if (!fopen("x", "r"))
    assert(strerror(errno)[0] != 'P'); // bug: assertion-failure
}
