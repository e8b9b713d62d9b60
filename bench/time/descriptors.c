// time: terminates
// group: driver
// at most: 16
#include "suite.h"
struct d {
  U len;
  U flags;
};
void f(U k) {
  struct d t[4] = {{1, 0}, {2, 1}, {k, 0}, {3, 1}};
  U sum = 0;
  for (int i = 0; i < 4; i++) if (!(t[i].flags & 1)) sum += t[i].len & 3;
  while (sum) sum--;
}
