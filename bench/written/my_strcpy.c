// time: terminates
char *f(char *d,const char *s){
  char *r=d;
  while((*d++=*s++));
  return r;
}
