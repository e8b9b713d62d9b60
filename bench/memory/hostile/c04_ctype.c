// memory: f => stack 10
#include <ctype.h>
#include <string.h>
#include <stdio.h>
int f(int x){ char b[9]="abc"; putchar(65); return toupper(x&127)+tolower(x&127)+(int)strlen(b)+(strchr(b,x&127)!=0)+abs(x)+(int)strspn(b,"ab"); }
