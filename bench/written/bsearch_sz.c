// time: terminates
#include <stddef.h>
size_t f(const unsigned *a,size_t n,unsigned x){
  size_t lo=0,hi=n;
  while(lo<hi){
    size_t m=lo+(hi-lo)/2;
    if(a[m]<x) lo=m+1;
    else hi=m;
  }
  return lo;
}
