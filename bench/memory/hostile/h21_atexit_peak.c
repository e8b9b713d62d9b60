// memory: main --args sym:2 => heap 900
#include <stdlib.h>
static void bye(void){ char*p=malloc(700); p[0]=1; }
int main(int c,char**v){ char*q=malloc(200); atexit(bye); if(c>1&&v[1][0]=='x') { free(q); exit(3);} return 0; }
