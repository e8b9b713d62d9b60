// memory: main => heap 255
// stdin "-1": as an unsigned byte
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; signed char n=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%hhd",&n); char*p=malloc((unsigned char)n); free(p); return 0; }
