// memory: main => heap 1000+
// called with: 1000
#include <stdlib.h>
#include <stdio.h>
int main(int argc,char**argv){ if(argc<2) return 1; int n=atoi(argv[1]); if(n<0||n>1000) return 1; char*p=malloc(n); if(!p) return 1; if(n)p[0]=1; printf("%d\n",n); free(p); return 0;}
