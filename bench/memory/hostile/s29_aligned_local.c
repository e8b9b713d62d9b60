// memory: f => stack 1000
int f(int x){ _Alignas(256) volatile char b[700]; _Alignas(128) volatile char c[300]; b[x&255]=1; c[x&127]=2; return b[3]+c[4]; }
