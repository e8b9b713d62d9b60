// memory: main => heap 50
// stdin "50": the function is chosen
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ int(*f)(const char*)=atoi; char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; if(b[0]==120) f=(int(*)(const char*))atoi; int n=f(b); if(n<0||n>50) n=0; char*p=malloc(n); free(p); return 0; }
