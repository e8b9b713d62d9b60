// memory: f => stack 600
// 200+100+50+25+12+6+3+1 bytes of arrays in eight activations of at least 32
static unsigned char rec(unsigned n){ unsigned char b[n+1]; b[n]=(unsigned char)n; if(n<2) return b[n]; return (unsigned char)(b[n]+rec(n/2)); }
int f(unsigned char n){ return n<=200?rec(n):0; }
