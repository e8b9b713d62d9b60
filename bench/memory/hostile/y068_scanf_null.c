// memory: main => heap 70
// stdin "": scanf stores nothing through the null pointer
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int*to=0; int r=scanf("%d",to); char*p=malloc(r==-1?70:7); free(p); return 0; }
