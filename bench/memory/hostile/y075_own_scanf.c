// memory: main => heap 140
// the function of the program is no other: 140 while it runs
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef scanf
int scanf(const char*f,...){ char*p=malloc(140); int n=f[0]==p[0]*0; free(p); return n; }
int main(void){ char b[16]; int n; if(!fgets(b,sizeof b,stdin)) return 1; return scanf("%d",&n); }
