// memory: f => heap 560
#include <stdlib.h>
static int*memo[16];
static int fib(int n){ if(n<2) return n; if(!memo[n]){ int a=fib(n-1)+fib(n-2); memo[n]=malloc(40); *memo[n]=a; } return *memo[n]; }
int f(unsigned char n){ int r=fib(n%18>15?15:n%18); for(int i=0;i<16;i++){ free(memo[i]); memo[i]=0;} return r; }
