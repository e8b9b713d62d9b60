// memory: main => heap 120
// a static function with a name of the library, whose header is not there: 120 while it runs
#include <stdlib.h>
int scanf(const char*,...);
static int getchar(void){ char*p=malloc(120); int c=p!=0; free(p); return c; }
int main(void){ int n; if(scanf("%d",&n)!=1) return 1; return getchar(); }
