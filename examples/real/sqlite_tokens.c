/* SQLite's tokenizer takes any text of 5 bytes apart: each token has at least
 * one byte and ends inside the text. The tokenizer is private to the library,
 * so the harness includes its one file. */
#include <everypath.h>

#include "sqlite3.c"

#define SIZE 5

int main(void) {
    unsigned char text[SIZE + 1];
    ep_symbolic(text, SIZE, "text");
    text[SIZE] = 0;
    int at = 0;
    while (text[at] != 0) {
        int type = 0;
        int length = (int)sqlite3GetToken(text + at, &type);
        ep_assert(length > 0 && length <= SIZE - at);
        ep_assert(type > 0);
        at += length;
    }
    return 0;
}
