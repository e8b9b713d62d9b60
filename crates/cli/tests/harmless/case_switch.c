// Phases that begin again.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0, up = 0, down = 100;
  while (1) {
    switch (phase) {
    case 0:
      if (__VERIFIER_nondet_int()) phase = 1;
      break;
    case 1:
      if (up < 100) up++; else phase = 2;
      break;
    case 2:
      if (down > 0) down--; else phase = 0, up = 0, down = 100;
      break;
    default:
      assert(0);
    }
    assert(up >= 0 && up <= 100);
    assert(down >= 0 && down <= 100);
    if (phase == 2) assert(up == 100);
  }
}
