// memory: main => heap 36
// stdin "ab": three reads in one condition
#include <stdio.h>
#include <stdlib.h>
int main(void){ int a,b; if((a=getchar())=='a'&&(b=getchar())=='b'&&getchar()==EOF){ char*p=malloc(36); free(p);} return 0; }
