// time: forever
// because: i >= 0 is true for a size_t
#include <stddef.h>
void f(unsigned char n) {
  for (size_t i = n; i >= 0; i--)
    ;
}
