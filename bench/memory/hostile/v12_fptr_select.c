// memory: f => heap 900
#include <stdlib.h>
typedef void*(*mk)(unsigned); static void*a(unsigned n){return malloc(n);} static void*b(unsigned n){return malloc(3*n);} static void*c(unsigned n){ return calloc(2,n);}
int f(unsigned char k,unsigned char n){ mk t[3]={a,b,c}; mk g=k>200?t[k%3]:a; if(k==202)g=b; if(n>100) n=100; void*p=g(n),*q=g(n),*r=(k==202?b:a)(n); free(p);free(q);free(r); return 0; }
