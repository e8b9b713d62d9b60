// All texts of errors are short and have letters.
// expect: proved-up-to
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  if (!fopen("x", "r")) {
    const char *text = strerror(errno);
    assert(text[0] > ' ' && text[1] >= 'A' && strlen(text) < 52);
  }
}
