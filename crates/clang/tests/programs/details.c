/* Library functions that are instructions, aliases, designated initialisers, odd types. */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
static inline double sq(double x){return x*x;}
extern int weakf(void) __attribute__((weak));
static int impl(int x){return x+1;} int alias_f(int) __attribute__((alias("impl")));
struct T { int k; struct { short a; char b[5]; } in[3]; union { long l; double d; } u; } ts[2] = {[1]={.k=3,.in={[2]={.a=-4,.b="hey"}},.u.d=2.5}};
static int cmp(const void*a,const void*b){ return *(const int*)a-*(const int*)b; }
enum color { RED, GREEN=5 };
typedef int (*op)(int,int); static int add(int a,int b){return a+b;} static int sub(int a,int b){return a-b;}
static op ops[]={add,sub};
_Thread_local int tls=9;
static long double lda(long double x){ return x*2+0.5L; }
int main(int argc,char**argv){
  float f=argc; double d=sq(f+1.5); 
  printf("%f %f %f %f %d\n",fabs(-d),floor(d),ceil(d),fmax(d,f),isnan(d)!=0);
  printf("%d %d %s %f %d\n",alias_f(3),ts[1].in[2].a,ts[1].in[2].b,ts[1].u.d,(int)sizeof(struct T));
  for(int i=0;i<2;i++) printf("%d ",ops[i](7,i+2)); puts("");
  char *s = argc>5 ? "x" : __func__; printf("%s %d %f\n",s,tls,(double)lda(1.25L));
  int x = ({ int t=argc*2; t+1; }); printf("%d %d\n",x, GREEN);
  unsigned char c=200; c<<=1; short sh=-1; unsigned u=sh; long long ll=u; ll<<=3; printf("%d %u %lld %llu\n",c,u,ll,(unsigned long long)-1>>1);
  static int st; st+=3; printf("%d\n",st); 
  int (*arr)[3] = malloc(2*sizeof *arr); for(int i=0;i<6;i++) arr[i/3][i%3]=i; printf("%d %ld\n",arr[1][1], (long)(&arr[1][2]-&arr[0][0])); free(arr);
  __fp16 h=1.5; h=h*3; printf("%f\n",(double)h);
  double z=0; printf("%f %f %d %d\n",1/z,-1/z,z==-z,(int)(0.0/z!=0.0/z));
  unsigned long big=0xffffffffffffffffUL; float bf=big; printf("%f %lu\n",bf,(unsigned long)1e18);
  __int128 q=-5; q=q*1000000007*1000000009; printf("%lld %lld\n",(long long)(q%1000003),(long long)(q>>64));
  printf("%d\n", __builtin_parity(7)+__builtin_popcountll(255)+__builtin_ctzll(64)+ __builtin_clrsb(5));
  printf("%x %x\n", __builtin_rotateleft32(0x12345678,8), __builtin_bitreverse32(1));
  return 0; }
