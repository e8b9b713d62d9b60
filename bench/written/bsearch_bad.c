// time: forever
int f(const int *a,int n,int x){
  int lo=0,hi=n;
  while(lo<hi){
    int m=lo+(hi-lo)/2;
    if(a[m]<x) lo=m;
    else hi=m;
  }
  return lo;
}
