/* memory: main => heap 1327+ */
/* run: ;;47 */
#include <stdio.h>
#include <stdlib.h>
int main(void){union{int i;unsigned char c[4];}u;if(scanf("%d",&u.i)!=1)return 0;if(u.i>48)u.i=3;if(u.i<0)u.i=0;u.c[1]=5;char*p=malloc(u.i);free(p);return 0;}
