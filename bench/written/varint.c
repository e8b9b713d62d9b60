// time: terminates
#include <stdint.h>
int f(uint64_t v,uint8_t *b){
  int n=0;
  while(v>=0x80){
    b[n++]=(uint8_t)(v|0x80);
    v>>=7;
  } b[n++]=(uint8_t)v;
  return n;
}
