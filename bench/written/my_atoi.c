// time: terminates
int f(const char *s){
  int n=0,neg=0;
  while(*s==' '||*s=='\t') s++;
  if(*s=='-'){
    neg=1;
    s++;
  } else if(*s=='+') s++;
  while(*s>='0'&&*s<='9'){
    n=n*10+(*s-'0');
    s++;
  }
  return neg?-n:n;
}
