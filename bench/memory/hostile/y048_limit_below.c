// memory: main => heap 150
// the limit is written through a pointer that falls from the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a[40]; int main(void){ char b[16]; int n=0; int*p=a+40; for(int i=0;i<10;i++){ p-=4; *p=15; } if(!fgets(b,sizeof b,stdin)) return 1; n=atoi(b); int s=0; for(int i=0;i<40;i++) s+=a[i]; if(n<0||n>s) n=0; char*q=malloc(n); free(q); return 0; }
