// flags: --entry count --varargs double,int,double,int,double,int,double,int,double,int,double,int,double,int,double,int,double,int
// expect: violated
//
// More variable arguments than there are registers for them.
#include <stdarg.h>

int count(int n, ...) {
    va_list list;
    va_start(list, n);
    int same = 0;
    for (int i = 0; i < 9; i++) {
        same += va_arg(list, double) == i + 0.5;
        same += va_arg(list, int) == i;
    }
    va_end(list);
    return 10 / (same - 18); // bug: division-by-zero
}
