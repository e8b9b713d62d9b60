// time: terminates
#include <sys/types.h>
unsigned f(ssize_t n,const unsigned *a){
  unsigned s=0;
  for(ssize_t i=n-1;i>=0;i--) s+=a[i];
  return s;
}
