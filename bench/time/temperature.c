// time: terminates
// group: driver
#include "suite.h"
void f(S now, S want) {
  if (want > 100) want = 100;
  while (now < want) now++;
  while (now > want && now > -100) now--;
}
