// Variable arguments of several types, and a list that is copied.
// expect: proved
#include <everypath.h>
#include <stdarg.h>

static long sum(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++)
    s += va_arg(ap, int);
  va_end(ap);
  return s;
}

static double mixed(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  double d = va_arg(ap, double);
  long l = va_arg(ap, long);
  va_end(ap);
  double same = va_arg(again, double);
  va_end(again);
  return d == same ? d + (double)l : -1;
}

int main(void) {
  int a, b;
  ep_symbolic(&a, sizeof a, "a");
  ep_symbolic(&b, sizeof b, "b");
  ep_assert(sum(2, a, b) == (long)a + b);
  ep_assert(sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
  ep_assert(mixed(2, 0.5, 4L) == 4.5);
  return 0;
}
