/* The last lines come first: at most ten lines of 79 characters. memory: main => heap 800 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 10

int main(void) {
    char line[80];
    char *lines[MAX_LINES];
    int n = 0;
    while (n < MAX_LINES && fgets(line, sizeof line, stdin)) {
        lines[n] = malloc(strlen(line) + 1);
        if (!lines[n]) {
            perror("malloc");
            break;
        }
        strcpy(lines[n], line);
        n++;
    }
    while (n > 0) {
        n--;
        fputs(lines[n], stdout);
        free(lines[n]);
    }
    return 0;
}
