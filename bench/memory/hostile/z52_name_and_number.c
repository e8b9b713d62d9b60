// memory: main => heap 58
// stdin "aaaaaaa,50": 7 letters, the end, and 50
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char a[8]=""; int n=0; scanf("%7[^,],%d",a,&n); if(n<0||n>50) n=0; char*p=strdup(a),*q=malloc(n); free(q); free(p); return 0; }
