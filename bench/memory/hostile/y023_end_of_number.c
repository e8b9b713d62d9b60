// memory: main => heap 24
// stdin "5 5 5 5 5 5 5 5": as many as fit, 3 each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; static char*t[8]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1; char*p=b,*e; for(;n<8;p=e){ strtol(p,&e,10); if(e==p) break; t[n++]=malloc(3); } while(n) free(t[--n]); return 0; }
