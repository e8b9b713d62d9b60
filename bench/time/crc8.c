// time: terminates
// group: driver
// exactly: 8
#include "suite.h"
void f(U x) {
  U crc = x;
  for (int i = 0; i < 8; i++) crc = (crc & 0x80) ? (U)((crc << 1) ^ 7) : (U)(crc << 1);
}
