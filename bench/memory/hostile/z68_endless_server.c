// memory: main => heap 30
// stdin "a30 q": an endless loop that leaves nothing; q ends it
#include <stdio.h>
#include <stdlib.h>
int main(void){ for(;;){ int c=getchar(),n=0; if(c=='q'||c==EOF) return 0; if(c=='a'&&scanf("%d",&n)==1&&n>=0&&n<=30){ char*p=malloc(n); free(p); } } }
