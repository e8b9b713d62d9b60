#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float vf4 __attribute__((vector_size(16)));
typedef unsigned char v16 __attribute__((vector_size(16)));
typedef long v2 __attribute__((vector_size(16)));
v4 id(v4 a){ return a; }
int main(int argc,char**argv){
 v4 a={1,2,3,4}, b={argc+1,7,8,9}; v4 c=a*b+a; c=id(c);
 for(int i=0;i<4;i++) printf("%d ",c[i]); printf("\n");
 v4 m = c>b; for(int i=0;i<4;i++) printf("%d ",m[i]); printf("\n");
 vf4 f={1,2,3,4}; f=f*f-f/3; f[argc]=9; for(int i=0;i<4;i++) printf("%f ",f[i]); printf("\n");
 v16 x=(v16)c; for(int i=0;i<16;i++) printf("%d ",x[i]); printf("\n");
 v2 l=(v2)c; printf("%lx %lx\n",l[0],l[1]);
 v4 s=__builtin_shufflevector(a,b,7,0,5,2); for(int i=0;i<4;i++) printf("%d ",s[i]); printf("\n");
 a[argc]=77; a+=b<<1; a=~a; a=-a; vf4 cf=__builtin_convertvector(a,vf4); for(int i=0;i<4;i++) printf("%d %f ",a[i],cf[i]); printf("\n");
 printf("%d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(a));
 _Complex double z=1.0+2.0i; z=z*z; printf("%f %f\n",__real__ z,__imag__ z);
 int e=3; switch(argc){ case 1: { int k; k=e; e+=k; } break; default: e=0;}
 asm volatile("" ::: "memory"); asm volatile("" : "+r"(e)); printf("%d\n",e);
 return 0; }
