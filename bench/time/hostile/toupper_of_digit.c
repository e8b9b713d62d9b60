// time: forever
// because: a digit has no capital: 'A' is never made of '1'
#include <ctype.h>
void f(unsigned char n) {
  int c = n & 127;
  while (toupper(c) != 'A' && c == '1') c = toupper(c);
}
