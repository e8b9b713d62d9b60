// memory: main => heap 255
// stdin "\xff": %3c keeps what it got before the end
#include <stdio.h>
#include <stdlib.h>
int main(void){ unsigned char b[3]={1,2,3}; int r=scanf("%3c",(char*)b); char*p=malloc(r==1&&b[1]==2&&b[2]==3?b[0]:b[0]&1); free(p); return 0; }
