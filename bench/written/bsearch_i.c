// time: terminates
// Without signed overflow (`--overflow assume`); with wrap-around some inputs leave the array.
int f(const int *a,int n,int x){
  int lo=0,hi=n-1;
  while(lo<=hi){
    int m=lo+(hi-lo)/2;
    if(a[m]==x) return m;
    if(a[m]<x) lo=m+1;
    else hi=m-1;
  }
  return -1;
}
