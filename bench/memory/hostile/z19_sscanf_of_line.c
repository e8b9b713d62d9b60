// memory: main => heap 2000
// stdin "50 40\n": two numbers of a line
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[16]; int w,h; while(fgets(b,sizeof b,stdin)) if(sscanf(b,"%d %d",&w,&h)==2&&w>0&&h>0&&w<=50&&h<=40){ char*p=malloc((size_t)w*h); free(p); } return 0; }
