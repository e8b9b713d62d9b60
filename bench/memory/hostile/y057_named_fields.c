// memory: main => heap 72
// stdin "w=8;h=9"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; int w=1,h=1; while(fgets(b,sizeof b,stdin)){ sscanf(b,"w=%d;h=%d",&w,&h); if(w<0||w>8) w=8; if(h<0||h>9) h=9; free(malloc(w*h)); } return 0; }
