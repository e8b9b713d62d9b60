// time: terminates
// because: the third of its arguments
#include <stdarg.h>
static int third(int n, ...) {
  va_list l;
  va_start(l, n);
  (void)va_arg(l, int);
  int x = va_arg(l, int);
  va_end(l);
  return x;
}
void f(unsigned char n) {
  for (int i = 0; i < third(n, 100, 7); i++)
    ;
}
