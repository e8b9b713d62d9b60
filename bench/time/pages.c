// time: terminates
// group: driver
// at most: bytes >= 64: (bytes + 31) / 32; bytes <= 63: 0
#include "suite.h"
void f(U bytes) {
  U pages = 0;
  while (bytes > 63) {
    bytes -= 64;
    pages++;
  }
  while (pages) pages--;
}
