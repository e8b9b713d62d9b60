// time: terminates
// because: it writes 9, whatever it is told
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n) {
  *(unsigned char *)to = 9;
  return to;
}
void f(unsigned char n) {
  unsigned char a = n, b = 1;
  memcpy(&a, &b, 1);
  while (a) a--;
}
