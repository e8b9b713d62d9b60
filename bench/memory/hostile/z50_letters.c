// memory: main => heap 208
// stdin "zzzzzzzz": 8 times z
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[8]; int n=0; char c; while(n<8&&scanf("%c",&c)==1) if(c>='a'&&c<='z') t[n++]=malloc(c-'a'+1); while(n) free(t[--n]); return 0; }
