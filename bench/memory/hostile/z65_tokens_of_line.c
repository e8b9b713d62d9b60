// memory: main => heap 30
// stdin "a b c d e\n": strtok: five words, 4 and 2 bytes each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[11]; static char*t[16]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1;
  for(char*s=strtok(b," \n");s&&n<5;s=strtok(0," \n")){ t[n]=malloc(4+strlen(s)+(s[1]==0)); n++; }
  while(n) free(t[--n]); return 0; }
