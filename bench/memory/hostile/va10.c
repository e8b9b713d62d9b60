/* memory: main => heap 131071+ */
/* run: ;;-1 | 65535 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n=70000;scanf("%hd",(short*)(void*)&n);char*p=malloc(n);free(p);return 0;}
