// memory: f => heap 96
// exit within the callback: 32 and 64 live
#include <stdlib.h>
static void each(int*v,int n,void(*g)(int)){ for(int i=0;i<n;i++) g(v[i]); }
static void g(int x){ char*p=malloc(64); if(x==7) exit(1); free(p); }
int f(int a,int b){ char*p=malloc(32); int v[2]={a,b}; each(v,2,g); free(p); p=malloc(48); free(p); return 0; }
