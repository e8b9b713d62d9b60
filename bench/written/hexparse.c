// time: terminates
#include <ctype.h>
unsigned f(const char *s){
  unsigned v=0;
  while(isxdigit((unsigned char)*s)){
    v=v*16+(isdigit((unsigned char)*s)?*s-'0':(*s|32)-'a'+10);
    s++;
  }
  return v;
}
