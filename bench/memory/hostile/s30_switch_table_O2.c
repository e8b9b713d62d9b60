// memory: f -- -O2 => stack 10
__attribute__((noinline)) static int a(int n){ volatile char b[10]; b[n&7]=n; return b[n&7]; }
__attribute__((noinline)) static int big(int n){ volatile char b[3000]; b[n&7]=n; return b[n&7]; }
int f(int x){ switch(x){case 0:return a(1)+1;case 1:return a(5)+3;case 2:return a(9)^7;case 3:return big(3)+2;case 4:return a(x)+9;case 5:return a(x)*3;default:return 0;} }
