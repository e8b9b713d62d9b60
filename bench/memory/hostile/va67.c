/* memory: f => heap 11+ */
/* run: f;a,b;3 9 | 9 3 */
#include <stdio.h>
#include <stdlib.h>
void f(int a,int b){if(a<0||a>9||b<0||b>9)return;int x,y;if(a>b){x=a+5;y=b;}else{x=b;y=a-5;}char*p=malloc(x-y);if(x-y>13)malloc(1000);free(p);}
