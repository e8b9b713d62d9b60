// The body fills an array but for one element.
// expect: violated
#include <everypath.h>
extern int __VERIFIER_nondet_int(void);
static void fill(char *a, int n) {
  ep_requires(n >= 0 && n <= 30 && ep_fresh(a, 30));
  ep_assigns(a, 30);
  for (int i = 0; i < n; i++)
    if (i != 7)
      a[i] = 1;
}
int main(void) {
  char a[30];
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    fill(a, 30);
  return n > 0 && a[7] == 1; // bug: uninitialised-read
}
