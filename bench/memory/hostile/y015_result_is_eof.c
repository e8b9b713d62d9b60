// memory: main => heap 25
// stdin " ": the end of the text is before a conversion, -1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int x; if(!fgets(b,sizeof b,stdin)) return 1; int r=sscanf(b,"%d",&x); char*p=malloc(r<0?25:r); free(p); return 0; }
