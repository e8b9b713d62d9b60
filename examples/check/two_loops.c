// How often each loop goes round hangs on an input; `everypath time` bounds both.
// flags: --entry f --unwind auto
// expect: proved
#include <assert.h>

int f(unsigned char n) {
  int s = 0;
  for (int i = 0; i < n && i < 20; i++)
    s++;
  for (unsigned char j = n; j > 200; j--)
    s++;
  assert(s <= 75);
  return s;
}
