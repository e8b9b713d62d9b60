/* memory: main => heap 21+ */
/* run: ;;-9 */
#include <stdio.h>
#include <stdlib.h>
int main(void){int n;if(scanf("%d",&n)!=1)return 0;n%=10;do{malloc(7);n--;}while(n>0||(n<0&&n>-12));return 0;}
