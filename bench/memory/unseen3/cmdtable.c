/* A table of commands with arguments: open, write, close on four files. memory: main --stdin 10 => heap 72 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct file { char name; unsigned len; char *data; };     /* 16 */
static struct file *file[4];
static int do_open(int i) {
    if (file[i]) return -1;
    file[i] = calloc(1, sizeof **file);
    return file[i] ? 0 : -1;
}
static int do_write(int i) {
    struct file *f = file[i];
    if (!f || f->len >= 24) return -1;
    char *d = realloc(f->data, f->len + 8);
    if (!d) return -1;
    memset(d + f->len, 'x', 8);
    f->data = d; f->len += 8;
    return 0;
}
static int do_close(int i) {
    if (!file[i]) return -1;
    free(file[i]->data); free(file[i]); file[i] = NULL;
    return 0;
}
static const struct { char key; int (*run)(int); } commands[] = {{'o', do_open}, {'w', do_write}, {'c', do_close}};
int main(void) {
    int c, i, bad = 0;
    while ((c = getchar()) != EOF && (i = getchar()) != EOF) {
        if (i < '0' || i > '3') { bad++; continue; }
        for (unsigned k = 0; k < sizeof commands / sizeof *commands; k++)
            if (commands[k].key == c) bad -= commands[k].run(i - '0');
    }
    for (i = 0; i < 4; i++) do_close(i);
    return bad;
}
/* Five commands: open, write, write, write: 16 + 16 + 24 = 56; two opens and three writes of one: 72. */
