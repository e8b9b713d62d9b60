// The contract of a function: what each call has to meet, and each return has
// to ensure. A call that does not meet it is the caller's fault.
// expect: violated
#include <everypath.h>

static unsigned root(unsigned n) {
  ep_requires(n < 50);
  ep_ensures(ep_result(unsigned) * ep_result(unsigned) <= n);
  ep_ensures((ep_result(unsigned) + 1) * (ep_result(unsigned) + 1) > n);
  unsigned r = 0;
  while ((r + 1) * (r + 1) <= n) r++;
  return r;
}

int main(void) {
  unsigned char v;
  ep_symbolic(&v, sizeof v, "v");
  unsigned n = v / 5u;
  if (n > 50) return 0;
  return (int)root(n); // bug: assertion-failure
}
