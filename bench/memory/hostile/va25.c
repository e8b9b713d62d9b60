/* memory: main => heap 60+ */
/* run: ;;1 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n,k=1;if(scanf("%d",&n)!=1)return 0;switch(n){case 1:k=10;case 2:k+=20;case 3:k*=2;break;case -5 ... -1:k=-n*13;break;default:k=5;}char*p=malloc(k);free(p);return 0;}
