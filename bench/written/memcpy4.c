// time: terminates
#include <stddef.h>
void f(unsigned char *d,const unsigned char *s,size_t n){
  while(n>=4){
    d[0]=s[0];
    d[1]=s[1];
    d[2]=s[2];
    d[3]=s[3];
    d+=4;
    s+=4;
    n-=4;
  } while(n--) *d++=*s++;
}
