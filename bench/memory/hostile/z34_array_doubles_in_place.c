// memory: main --realloc in-place => heap 256
// stdin "1 1 1 1 1 1 ... (66 bytes)": 64 numbers in one block
#include <stdio.h>
#include <stdlib.h>
int main(void){ int*a=0; int n=0,room=0,x; while(n<64&&scanf("%d",&x)==1){ if(n==room){ room=room?2*room:4; a=realloc(a,(size_t)room*sizeof *a); } a[n++]=x; } free(a); return 0; }
