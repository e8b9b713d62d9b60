// time: terminates
// because: a signed one gets below 0
#include <stddef.h>
void f(unsigned char n) {
  for (ptrdiff_t i = n; i >= 0; i -= 7)
    ;
}
