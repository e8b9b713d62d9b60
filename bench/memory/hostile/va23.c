/* memory: main => heap 64+ */
/* run: ;;16 | 23 */
#include <stdio.h>
#include <stdlib.h>
struct S{int b:5;unsigned c:3;};int main(void){int n;struct S s;if(scanf("%d",&n)!=1)return 0;s.b=n;s.c=n;int k=s.b;char*p=malloc((k<0?-k*4:k)+s.c);free(p);return 0;}
