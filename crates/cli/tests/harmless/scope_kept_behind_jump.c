// The same behind a jump, with a switch in the loop that has all the uses.
// expect: proved
#include <assert.h>
int main(void) {
  int r = 0;
  {
    goto in;
    int kept;
  in:
    for (int i = 0; i < 2; i++)
      switch (i) {
      case 0: kept = 4; break;
      default: r = kept;
      }
    assert(r == 4);
  }
  return 0;
}
