/* A sequence that is repeated into lines. memory: main => 347 */
#include <stdlib.h>
#include <string.h>
#define LINE 60
static unsigned seed = 42;
static void repeat(const char *alu, size_t n, int count) {
    char *buffer = malloc(n), *line = malloc(LINE);
    memcpy(buffer, alu, n);
    for (size_t at = 0; count > 0; count -= LINE) {
        size_t part = count < LINE ? count : LINE;
        for (size_t i = 0; i < part; i++)
            line[i] = buffer[(at + i) % n];
        at = (at + part) % n;
    }
    free(line);
    free(buffer);
}
static void random_lines(int count) {
    char *line = malloc(LINE);
    for (; count > 0; count -= LINE)
        for (int i = 0; i < LINE; i++) {
            seed = (seed * 3877u + 29573u) % 139968u;
            line[i] = seed < 40000 ? 'a' : seed < 90000 ? 'c' : 'g';
        }
    free(line);
}
int main(void) {
    static char alu[287];
    memset(alu, 'g', sizeof alu);
    repeat(alu, sizeof alu, 2000);
    random_lines(3000);
    random_lines(5000);
    return 0;
}
