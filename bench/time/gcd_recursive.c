// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static U gcd(U a, U b) { return b ? gcd(b, (U)(a % b)) : a; }
void f(U x) { gcd(200, x); }
