#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
struct box { int size; int *data; };
int main(void) {
  struct box b;
  b.size = __VERIFIER_nondet_int();
  assume_abort_if_not(b.size > 0 && b.size < 5);
  b.data = malloc(sizeof(int) * b.size);
  if (!b.data) return 0;
  for (int i = 0; i < b.size; i++) b.data[i] = i;
  int last = b.data[b.size - 1];
  free(b.data);
  return last > 100;
}
