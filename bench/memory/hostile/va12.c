/* memory: main => heap 14+ */
/* run: ;;3 47244640266 */
#include <stdio.h>
#include <stdlib.h>
int main(void){union{long l;int i[2];}u;u.l=0;if(scanf("%d",&u.i[0])!=1)return 0;if(u.i[0]>20||u.i[0]<0)return 0;u.i[1]=5;long k=u.i[0];if(scanf("%ld",&u.l)!=1)return 0;if(u.i[1]>200||u.i[1]<0)return 0;char*p=malloc(u.i[1]+k);free(p);return 0;}
