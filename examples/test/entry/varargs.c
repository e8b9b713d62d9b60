// flags: --entry report --varargs int,double,char*,extended,node*
// expect: violated
//
// Variable arguments of the types that the flag names, in registers and in
// memory, read twice.
#include <stdarg.h>

typedef long double extended;
typedef struct node {
    int v;
    struct node *next;
} node;

int report(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int result = 0;
    if (format[0] == 'x') {
        int a = va_arg(list, int);
        double d = va_arg(list, double);
        char *s = va_arg(list, char *);
        extended l = va_arg(list, extended);
        node *p = va_arg(list, node *);
        if (a == 3 && d == 2.5 && s[1] == 'q' && ((unsigned char *)&l)[9] == 0x40 && p->next &&
            p->next->v == 9)
            result = 10 / (a - 3); // bug: division-by-zero
        result += va_arg(again, int) == 4;
    }
    va_end(again);
    va_end(list);
    return result;
}
