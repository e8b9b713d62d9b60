// memory: main => heap 48
// stdin "x": scanf stops in front of the x and feof stays false
#include <stdio.h>
#include <stdlib.h>
int main(void){ static void*t[6]; int n=0,x=0; while(!feof(stdin)&&n<6){ scanf("%d",&x); t[n++]=malloc(8); } while(n) free(t[--n]); return 0; }
