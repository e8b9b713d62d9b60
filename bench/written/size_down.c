// time: forever
#include <stddef.h>
int f(size_t n,const int *a){
  int s=0;
  for(size_t i=n-1;i>=0;i--) {
    s+=(int)i;
  }
  return s;
}
