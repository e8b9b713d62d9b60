// Small structures by value in all classes, as results and arguments.
// expect: proved
#include <assert.h>
#include <stdarg.h>
struct a { float x, y; }; struct b { double x; float y; }; struct c { char c[16]; }; struct d { long double l; }; struct e { __int128 w; };
static struct a fa(void) { struct a r = {1, 2}; return r; } static struct b fb(void) { struct b r = {3, 4}; return r; } static struct c fc(void) { struct c r = {"abc"}; return r; } static struct d fd(void) { struct d r = {5}; return r; }
static __int128 v(int n, ...) { va_list l; va_start(l, n); __int128 s = 0; for (int i = 0; i < n; i++) s += va_arg(l, __int128) + va_arg(l, int); va_end(l); return s; }
int main(void) { assert(fa().y == 2 && fb().y == 4 && fc().c[1] == 'b' && fd().l == 5); assert(v(4, (__int128)1, 2, (__int128)3, 4, (__int128)5, 6, (__int128)7, 8) == 36); }
