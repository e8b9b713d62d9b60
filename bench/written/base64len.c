// time: terminates
// 2^64 - 1 and 2^32 - 1 are multiples of 3: the counter cannot step over the largest n.
#include <stddef.h>
size_t f(size_t n){
  size_t o=0;
  for(size_t i=0;i<n;i+=3) o+=4;
  return o;
}
