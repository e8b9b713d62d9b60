/* memory: main => heap 11+ */
/* run: ;;1 47244640266 */
#include <stdio.h>
#include <stdlib.h>
int main(void){union{long l;int i[2];}u;u.l=0;if(scanf("%d",&u.i[0])!=1)return 0;u.i[1]=5;scanf("%ld",&u.l);if(u.i[0]<0||u.i[0]>10)return 0;char*p=malloc(u.i[1]<0?0:u.i[1]);free(p);return 0;}
