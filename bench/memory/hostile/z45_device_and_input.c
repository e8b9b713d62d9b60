// memory: main --external havoc => heap 38
// stdin "7": 31 of the device, 7 of the input
#include <stdio.h>
#include <stdlib.h>
int device(void);
int main(void){ int n=0; scanf("%d",&n); char*p=malloc(device()&31),*q=malloc(n&7); free(q); free(p); return 0; }
