// memory: main => heap 60
// stdin "2 60": the first number says where the second one goes
#include <stdio.h>
#include <stdlib.h>
int main(void){ int t[4]={1,2,3,4},i=0; if(scanf("%d",&i)!=1||i<0||i>3) return 1; if(scanf("%d",&t[i])!=1||t[i]<0||t[i]>60) return 1; char*p=malloc(t[2]); free(p); return 0; }
