#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
// A buffer that doubles when it is full.
int main(void) {
  unsigned room = 2, used = 0;
  int *buffer = malloc(room * sizeof(int));
  int *first = buffer;
  unsigned n = __VERIFIER_nondet_uchar() % 12;
  for (unsigned i = 0; i < n; i++) {
    if (used == room) {
      room *= 2;
      buffer = realloc(buffer, room * sizeof(int));
    }
    buffer[used++] = (int)i;
  }
  int result = n ? *first : 0;
  free(buffer);
  return result;
}
