/* memory: main => heap 3160326+ */
/* run: ;;12345 6 */
#include <stdio.h>
#include <stdlib.h>
int main(void){long n=0;scanf("%d",(int*)(void*)&n);if(n>9){n=n<<8;scanf("%hhd",(char*)&n);}if(n>0x400000)return 0;char*p=malloc(n);free(p);return 0;}
