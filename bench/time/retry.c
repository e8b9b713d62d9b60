// time: terminates
// group: driver
// at most: 5
#include "suite.h"
static int g;
static int ready(U s) {
  return s & 1;
}
void f(U s) {
  int tries = 5;
  while (!ready(s) && tries > 0) {
    tries--;
    g++;
  }
}
