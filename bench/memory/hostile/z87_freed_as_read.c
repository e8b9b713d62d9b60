// memory: main => heap 64
// stdin "0 1 2 3 4 5 6 7": a table of 8 whose places are given again
#include <stdio.h>
#include <stdlib.h>
int main(void){ static char*t[8]; int i; while(scanf("%d",&i)==1){ i&=7; free(t[i]); t[i]=malloc(8); } for(i=0;i<8;i++) free(t[i]); return 0; }
