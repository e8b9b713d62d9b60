// time: terminates
// because: behind what was found, fewer are left
#include <string.h>
void f(unsigned char n) {
  unsigned char b[8] = {1, 2, 1, 2, 1, 2, 1, 2}, *p = b, *end = b + 8;
  while (p < end && (p = memchr(p, n, end - p))) p++;
}
