// memory: main => heap 210
// twenty elements, the function of the first takes 210
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct e{ int k; void(*f)(int); char name[8]; };
static void big(int n){ free(malloc(210+0*n)); } static void small(int n){ free(malloc(n&15)); }
static struct e t[20];
int main(void){ char b[16]; int n=0; for(int i=0;i<20;i++){ t[i].k=i; t[i].f=small; } t[0].f=big; if(fgets(b,sizeof b,stdin)) n=atoi(b); struct e*p=t+20; while(p>t){ --p; p->f(n); } return 0; }
