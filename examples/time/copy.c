#include <string.h>

/* Copies at most 100 bytes. */
void copy(char *to, const char *from, unsigned n) {
  if (n > 100)
    n = 100;
  memcpy(to, from, n);
}
