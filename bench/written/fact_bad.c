// time: terminates
unsigned long f(int n){
  return n==0?1:n*f(n-1);
}
