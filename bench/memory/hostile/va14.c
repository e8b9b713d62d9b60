/* memory: main => heap 4095+ */
/* run: ;;-99 */
#include <stdio.h>
#include <stdlib.h>
int main(void){unsigned u=0;if(scanf("%3u",&u)!=1)return 0;char*p=malloc(u>>20);free(p);return 0;}
