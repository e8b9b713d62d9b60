// time: terminates
unsigned long f(int n){
  return n<=1?1:n*f(n-1);
}
