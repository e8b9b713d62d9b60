// memory: main => heap 65535
// stdin "65535"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void){ char b[9]; ssize_t k=read(0,b,8); if(k<0) k=0; b[k]=0; unsigned short n=strtoul(b,0,10); char*p=malloc(n); free(p); return 0; }
