// memory: main => heap 32
// stdin "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": 31 characters and the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; while(fgets(b,sizeof b,stdin)){ char*p=malloc(strlen(b)+1); free(p); } return 0; }
