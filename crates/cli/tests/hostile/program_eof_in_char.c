// The byte 255 looks like the end when it is kept in a char.
// expect: violated
// flags: --stdin 3
#include <assert.h>
#include <stdio.h>

int main(void) {
  char c;
  int n = 0;
  while ((c = (char)getchar()) != EOF) n++;
  assert(getchar() == EOF || n > 1); // bug: assertion-failure
}
