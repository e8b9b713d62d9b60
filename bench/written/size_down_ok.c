// time: terminates
#include <stddef.h>
unsigned f(size_t n,const unsigned *a){
  unsigned s=0;
  for(size_t i=n;i-->0;) s+=a[i];
  return s;
}
