// memory: main --stdin 2 => heap 25
// stdin "25": vscanf in a function of the program
#include <stdio.h>
#include <stdlib.h>
#include <stdarg.h>
static int ask(const char*f,...){ va_list a; va_start(a,f); int r=vscanf(f,a); va_end(a); return r; }
int main(void){ int n=0; ask("%d",&n); if(n<0||n>25) n=0; char*p=malloc(n); free(p); return 0; }
