// time: terminates
// group: pointer
// exactly: 2
#include "suite.h"
void f(U x) {
  U a[3] = {0x81, 0x82, 0x03};
  U *p = a;
  while (*p & 0x80) {
    *p &= 0x7f;
    p++;
  }
  a[0] = x;
}
