// Five events in their order; any other goes back.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int s = 10;
  while (1) {
    int e = __VERIFIER_nondet_int();
    if (s == 10 && e == 4)
      s = 12;
    else if (s == 12 && e == 1)
      s = 17;
    else if (s == 17 && e == 9)
      s = 25;
    else if (s == 25 && e == 2)
      s = 10;
    else
      s = s == 17 ? 12 : 10;
    assert(s != 11 && s != 26);
  }
}
