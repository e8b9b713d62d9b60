// time: terminates
int f(int n){
  int d=0;
  do {
    d++;
    n/=10;
  } while(n);
  return d;
}
