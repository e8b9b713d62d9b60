#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>
struct S { int a; char b; double c; short d[3]; };
struct P { long x, y; };
struct F2 { float x, y; };
struct B { unsigned a:3; int b:5; unsigned long c:40; } ;
struct __attribute__((packed)) K { char a; int b; };
union U { int i; float f; unsigned char b[4]; };
static struct P mk(long a,long b){ struct P p={a,b}; return p; }
static struct S mks(int a){ struct S s; memset(&s,0,sizeof s); s.a=a; s.d[1]=7; s.c=a*1.5; return s; }
static struct F2 mf(float a){ struct F2 f={a,a*2}; return f; }
static double sum(int n, ...){ va_list ap, aq; va_start(ap,n); va_copy(aq,ap); double t=0; for(int i=0;i<n;i++) t+= va_arg(ap,double); for(int i=0;i<n;i++) t+= va_arg(aq,double); va_end(ap); va_end(aq); return t; }
static long sumi(int n, ...){ va_list ap; va_start(ap,n); long t=0; for(int i=0;i<n;i++){ struct P p = va_arg(ap, struct P); t+=p.x*p.y; t+=va_arg(ap,int);} va_end(ap); return t; }
static long sumL(int n, ...){ va_list ap; va_start(ap,n); long double t=0; for(int i=0;i<n;i++){ t+= va_arg(ap, long double); struct S s = va_arg(ap, struct S); t+=s.a;} va_end(ap); return (long)t; }
static int bys(struct S s){ s.a++; return s.a + s.d[1]; }
int g = 5; int *gp=&g; static int arr[4]={1,2,3,4}; int *mid=&arr[2]; int (*fp)(struct S)=bys; char msg[]="hello"; const char*tbl[]={"a","bb","ccc",msg+1};
struct N { struct N*next; int v; } n1={0,1}, n2={&n1,2};
int sw(int x){ switch(x){case 1: return 10; case 2: case 3: x+=5; default: x*=2; break; case 100 ... 110: return -1;} return x; }
int go(int x){ void*t[]={&&a,&&b,&&c}; int r=0; static void*const st[]={&&a,&&b,&&c}; goto *t[x]; a: r+=1; b: r+=10; if (r<30) goto *st[1]; c: r+=100; return r; }
__thread int tl=3; volatile int vol=4;
int vla(int n){ int a[n][n]; for(int i=0;i<n;i++)for(int j=0;j<n;j++)a[i][j]=i*j; int s=0; for(int i=0;i<n;i++)for(int j=0;j<n;j++)s+=a[i][j]; char*p=__builtin_alloca(n); memset(p,1,n); return s+p[n-1]; }
typedef int v4 __attribute__((vector_size(16)));
typedef float vf4 __attribute__((vector_size(16)));
int main(int argc,char**argv){
 struct S s=mks(argc+4); struct S s2=s; s2.d[2]=9;
 printf("%d %d %f %d\n", bys(s), fp(s2), s.c, s2.d[2]);
 struct P p=mk(3,4); struct F2 f=mf(1.5f); printf("%ld %ld %f %f\n",p.x,p.y,f.x,f.y);
 printf("%f %ld %ld\n", sum(3,1.0,2.0,3.5), sumi(2,p,7,mk(5,6),8), sumL(2,(long double)2.5,s,(long double)3,s2));
 struct B b={5,-3,123456789012UL}; b.b+=1; b.a++; printf("%u %d %lu\n",b.a,b.b,(unsigned long)b.c);
 struct K k={1,0x12345678}; printf("%d %x\n",(int)sizeof k,k.b);
 union U u; u.f=1.0f; printf("%x %d\n",u.i,u.b[3]);
 printf("%d %d %s %s %d %d\n",*gp,*mid,tbl[2],tbl[3],n2.next->v,tl+vol);
 for(int i=0;i<5;i++) printf("%d ",sw(i)); printf("%d\n",sw(105));
 printf("%d %d %d\n",go(0),go(1),go(2)); printf("%d\n",vla(5));
 unsigned x=0x12345678; printf("%x %d %d %d %d\n",__builtin_bswap32(x),__builtin_popcount(x),__builtin_clz(x),__builtin_ctz(x),__builtin_ffs(8));
 int r; printf("%d %d\n",__builtin_add_overflow(2147483647,1,&r),r); unsigned long ul; printf("%d\n",__builtin_mul_overflow(1UL<<40,1UL<<30,&ul));
 __int128 big=(__int128)1<<100; big+=5; printf("%llx %llx\n",(unsigned long long)(big>>64),(unsigned long long)big);
 _Bool t = argc; t=!t; int q = t?3:4; q += (argc>0 && argc<100) || t; printf("%d %d\n",t,q);
 float ff=1.1f; ff*=3; double d=ff; d=d/7-(int)d; long double ld=d; ld=ld*ld+1; printf("%f %f %f %d\n",ff,d,(double)ld,(int)ld);
 int a2[3][4]={{1,2},{3}}; int tot=0; for(int i=0;i<3;i++){ int acc=0; for(int j=0;j<4;j++){acc+=a2[i][j]; if(j==2)continue; if(acc>100)break;} tot+=acc;} printf("%d\n",tot);
 char buf[20]; memcpy(buf,"abc",4); buf[1]='X'; printf("%s %d\n",buf,(int)sizeof buf);
 int *h=malloc(10*sizeof*h); for(int i=0;i<10;i++)h[i]=i*i; h=realloc(h,20*sizeof*h); long st=0; for(int i=0;i<10;i++)st+=h[i]; free(h); printf("%ld\n",st);
 do { tot--; } while(tot>0); unsigned char uc=250; uc+=10; signed char sc=127; sc++; printf("%d %d %d\n",tot,uc,sc);
 int i=0; int z[3]={0}; z[i]=i; i++; z[i]=i+1; i++; printf("%d %d %d\n",i,z[0],z[1]);
 __atomic_fetch_add(&g,3,__ATOMIC_SEQ_CST); int ex=8; int ok=__atomic_compare_exchange_n(&g,&ex,20,0,5,5); printf("%d %d\n",g,ok); __sync_fetch_and_nand(&g,4); printf("%d\n",g);
 return (int)(p.x-p.y+5);
}
