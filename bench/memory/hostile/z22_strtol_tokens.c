// memory: main => heap 56
// stdin "7 7 7 7 7 7 7 7": 8 numbers in 15 characters, 7 bytes each
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[16]; static void*t[16]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1;
  for(char*p=b,*e;;p=e){ long v=strtol(p,&e,10); if(e==p) break; t[n++]=malloc(v&7); }
  while(n) free(t[--n]); return 0; }
