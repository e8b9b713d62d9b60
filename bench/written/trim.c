// time: terminates
#include <string.h>
void f(char *s){
  size_t n=strlen(s);
  while(n>0 && (s[n-1]==' '||s[n-1]=='\n')) s[--n]=0;
}
