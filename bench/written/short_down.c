// time: terminates
int f(short n){
  int s=0;
  for(short i=n;i>=0;i--) s++;
  return s;
}
