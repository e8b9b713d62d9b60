// memory: f => heap 60
// keep is another name of the first block: a is overwritten, the first lives on: 3 live at the end of each round but for the first
#include <stdlib.h>
int f(int n){ char*a=malloc(20),*keep=a,*old=0; for(int i=0;i<n;i++){ if(a!=keep) { free(old); old=a; } a=malloc(20);} free(old); return 0; }
