// memory: main => heap 40
// five calls with a block of 8 each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void r(int n){ if(n<=0) return; char*p=malloc(8); r(n-1); free(p); }
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; int n=atoi(b); if(n>5) n=5; r(n); return 0; }
