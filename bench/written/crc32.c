// time: terminates
#include <stddef.h>
#include <stdint.h>
uint32_t f(const uint8_t *p,size_t n){
  uint32_t c=~0u;
  while(n--){
    c^=*p++;
    for(int k=0;k<8;k++) c=c&1?(c>>1)^0xEDB88320u:c>>1;
  }
  return ~c;
}
