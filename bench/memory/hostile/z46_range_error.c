// memory: main --stdin 20 => heap 77
// stdin "99999999999999999999": errno is set by a number of 20 digits
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
int main(void){ char b[32]; if(!fgets(b,sizeof b,stdin)) return 1; errno=0; long n=strtol(b,0,10); if(errno==ERANGE&&n){ char*p=malloc(77); free(p); } return 0; }
