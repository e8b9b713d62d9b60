// memory: main => heap 11
// stdin "aaaaaaaaaa": 10 bytes and one
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void){ char b[10]; ssize_t r=read(0,b,sizeof b); char*p=malloc((size_t)(r+1)); free(p); return 0; }
