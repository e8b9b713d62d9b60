// memory: main => heap 30
// stdin "abc": fgets at the end leaves the text, 10 bytes for each letter of the last line
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[4]="";
  while(fgets(b,sizeof b,stdin)) ;
  char*p=malloc(10*strlen(b)); free(p); return 0; }
