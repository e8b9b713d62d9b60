// memory: main => heap 33
// a static function with a name of the library, whose header is not there: 33 while it runs
#include <stdio.h>
void*malloc(unsigned long); void free(void*);
static int atoi(const char*s){ char*p=malloc(33); int n=s[0]&7; free(p); return n; }
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; return atoi(b); }
