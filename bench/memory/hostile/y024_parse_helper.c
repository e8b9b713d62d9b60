// memory: main => heap 48
// two numbers through parameters: 6 * 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int parse(const char*s,int*a,int*b){ return sscanf(s,"%d,%d",a,b)==2; }
int main(void){ char b[32]; int w=0,h=0; while(fgets(b,sizeof b,stdin)){ if(!parse(b,&w,&h)) continue; if(w<1||w>6||h<1||h>8) continue; char*p=malloc((size_t)w*h); free(p);} return 0; }
