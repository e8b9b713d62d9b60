/* memory: main => heap 65535+ */
/* run: ;;-1 */
#include <stdio.h>
#include <stdlib.h>
int main(void){short s=0;if(scanf("%hd",&s)!=1)return 0;if(s<100){unsigned short u=s;char*p=malloc(u);free(p);}return 0;}
