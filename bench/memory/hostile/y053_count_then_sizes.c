// memory: main => heap 112
// four sizes of 20, and 32 for the pointers
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int n; if(!fgets(b,sizeof b,stdin)||sscanf(b,"%d",&n)!=1||n<1||n>4) return 1; char**t=calloc(n,sizeof *t); for(int i=0;i<n;i++){ int k; if(!fgets(b,sizeof b,stdin)||sscanf(b,"%d",&k)!=1||k<0||k>20) break; t[i]=malloc(k); } for(int i=0;i<n;i++) free(t[i]); free(t); return 0; }
