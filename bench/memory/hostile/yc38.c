// memory: main => heap 4026531840+
// a choice whose condition is by sign and whose value is read without
// INPUT: echo 4294967295
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned c = 0;
  scanf("%u", &c);
  int n = c & 0x80000003u;
  unsigned m = n >= 0 ? n : 0xf0000000u;
  char *x = malloc(m);
  if (x) x[0] = 1;
  free(x);
  return 0;
}
