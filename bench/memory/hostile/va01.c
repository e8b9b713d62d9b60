/* memory: main => heap 255+ */
/* run: n=-1;;-1 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;if(n>48)n=3;char*p=malloc((unsigned char)n);free(p);return 0;}
