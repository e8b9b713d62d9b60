/* A grid of numbers by rows, its sizes are read. memory: main => heap 7,440 */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int rows, cols;
    double sum = 0;
    if (scanf("%d %d", &rows, &cols) != 2) return 1;
    if (rows < 1 || rows > 30 || cols < 1 || cols > 30) return 1;
    double **a = malloc(rows * sizeof *a);
    if (!a) return 1;
    for (int i = 0; i < rows; i++) {
        a[i] = malloc(cols * sizeof **a);
        if (!a[i]) {
            while (i > 0) free(a[--i]);
            free(a);
            return 1;
        }
        for (int j = 0; j < cols; j++) a[i][j] = i * 10 + j;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) sum += a[i][j];
    printf("%g\n", sum);
    for (int i = 0; i < rows; i++) free(a[i]);
    free(a);
    return 0;
}
