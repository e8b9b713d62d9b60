// memory: main => heap 25
// stdin "25": vsscanf in a function of the program
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
static int ask(const char*s,const char*f,...){ va_list a; va_start(a,f); int r=vsscanf(s,f,a); va_end(a); return r; }
int main(void){ char b[16]; int n=0; if(!fgets(b,sizeof b,stdin)) return 1; ask(b,"%d",&n); if(n<0||n>25) n=0; char*p=malloc(n); free(p); return 0; }
