// memory: main => heap 64
// a static function with a name of the library sets the limit: 64
#include <stdlib.h>
int scanf(const char*,...);
static int limit=8; static int getchar(void){ limit=64; return 7; }
int main(void){ int n; if(scanf("%d",&n)!=1) return 1; int c=getchar(); if(n<0||n>limit) n=0; char*p=malloc(n+c*0); free(p); return 0; }
