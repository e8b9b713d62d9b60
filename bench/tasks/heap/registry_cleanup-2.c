#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
// Handles are registered and released by number.
int main(void) {
  int *slots[4] = {0};
  for (int step = 0; step < 6; step++) {
    unsigned i = __VERIFIER_nondet_uchar() % 4;
    if (slots[i]) { free(slots[i]); slots[i] = 0; }
    else slots[i] = malloc(sizeof(int));
  }
  for (int i = 0; i < 3; i++) free(slots[i]);
  return 0;
}
