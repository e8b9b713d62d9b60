// time: terminates
// group: driver
#include "suite.h"
void f(U bytes) {
  U pages = 0;
  while (bytes > 63) {
    bytes -= 64;
    pages++;
  }
  while (pages) pages--;
}
