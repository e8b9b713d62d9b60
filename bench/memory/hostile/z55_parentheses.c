// memory: main => heap 160
// stdin "((((((((((": ten that are open
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[10]; int n=0,c; while((c=getchar())!=EOF){ if(c=='('&&n<10) t[n++]=malloc(16); if(c==')'&&n) free(t[--n]); } while(n) free(t[--n]); return 0; }
