// memory: main => heap 39
// stdin "xxxxxxxxxxxxxxxxxxxx": 19 and 20 bytes: each x makes the block longer by one
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*b=0; int n=0,k=0,r; while((r=scanf("n=%d",&n))!=EOF) if(r==0){ if(getchar()==EOF) break; if(k<20) b=realloc(b,++k); } free(b); return 0; }
