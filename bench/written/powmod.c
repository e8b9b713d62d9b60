// time: terminates
#include <stdint.h>
uint32_t f(uint32_t b,uint32_t e,uint32_t m){
  uint64_t r=1,x=b;
  if(!m) return 0;
  x%=m;
  while(e){
    if(e&1) r=r*x%m;
    x=x*x%m;
    e>>=1;
  }
  return (uint32_t)r;
}
