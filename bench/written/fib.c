// time: terminates
unsigned f(unsigned n){
  unsigned a=0,b=1;
  while(n--){
    unsigned t=a+b;
    a=b;
    b=t;
  }
  return a;
}
