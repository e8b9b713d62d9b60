// A search in a literal: its rounds are few, and each knows what it finds.
#include <string.h>
int f(const char *s) {
    int count = 0;
    for (; *s; s++)
        if (strchr("aeiou", *s)) count++;
    return count;
}
