// memory: f => heap 70
#include <stdlib.h>
static void keep(void*p){ (void)p; }
int f(int a){ void(*end)(void*)=a?free:keep; char*p=malloc(30); end(p); char*q=malloc(40); end(q); return 0; }
