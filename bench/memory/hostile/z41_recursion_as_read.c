// memory: main => heap 48
// stdin "1 1 1 1 1": goes down while positive numbers come
#include <stdio.h>
#include <stdlib.h>
static void down(int d){ int x=0; if(!d) return; char*p=malloc(8); scanf("%d",&x); if(x>0) down(d-1); free(p); }
int main(void){ down(6); return 0; }
