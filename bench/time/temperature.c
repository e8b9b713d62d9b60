// time: terminates
// group: driver
// at most: now >= 101 && want >= 101: now + 100; now == 100 && want >= 101: 0; now <= 99 && want >= 101: -now + 100; now >= -99 && now > want && want <= 100: now + 100; now <= -100 && now > want: 0; now == want && want <= 100: 0; want > now && want <= 100: want - now
#include "suite.h"
void f(S now, S want) {
  if (want > 100) want = 100;
  while (now < want) now++;
  while (now > want && now > -100) now--;
}
