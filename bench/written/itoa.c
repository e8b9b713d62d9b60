// time: terminates
#include <stddef.h>
size_t f(unsigned n,char *b){
  size_t k=0;
  do {
    b[k++]='0'+n%10;
    n/=10;
  } while(n);
  b[k]=0;
  for(size_t i=0,j=k-1;i<j;i++,j--){
    char t=b[i];
    b[i]=b[j];
    b[j]=t;
  }
  return k;
}
