// time: terminates
unsigned f(unsigned a,unsigned b){
  while(b){
    unsigned t=a%b;
    a=b;
    b=t;
  }
  return a;
}
