// time: terminates
int f(const char *s){
  int k=0;
  while(*s){
    while(*s==' ') s++;
    if(*s) k++;
    while(*s && *s!=' ') s++;
  }
  return k;
}
