// memory: main => stack 900
// stdin "900": an array of so many bytes
#include <stdio.h>
#include <stdlib.h>
static int use(char*p,int n){ p[0]=1; p[n-1]=2; return p[0]; }
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; int n=atoi(b); if(n<1||n>900) return 1; char a[n]; return use(a,n); }
