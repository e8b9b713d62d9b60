/* Product of two matrices whose sizes are read, each by rows. memory: main => heap 25,200 */
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 50

static int **make_matrix(int rows, int cols) {
    int **m = malloc(rows * sizeof(int *));
    if (m == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(cols * sizeof(int));
        if (m[i] == NULL) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
    }
    return m;
}

static void free_matrix(int **m, int rows) {
    for (int i = 0; i < rows; i++) free(m[i]);
    free(m);
}

static void fill(int **m, int rows, int cols, int seed) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) m[i][j] = (i * 7 + j * seed) % 10;
}

int main(void) {
    int n, k;
    printf("rows and columns: ");
    if (scanf("%d %d", &n, &k) != 2) return 1;
    if (n < 1 || n > LIMIT || k < 1 || k > LIMIT) {
        printf("between 1 and %d please\n", LIMIT);
        return 1;
    }
    int **a = make_matrix(n, k);
    int **b = make_matrix(k, n);
    fill(a, n, k, 3);
    fill(b, k, n, 5);
    long trace = 0;
    for (int i = 0; i < n; i++) {
        long sum = 0;
        for (int j = 0; j < k; j++) sum += (long)a[i][j] * b[j][i];
        trace += sum;
    }
    free_matrix(b, k);
    int *diag = malloc(n * sizeof *diag);
    if (diag) {
        for (int i = 0; i < n; i++) diag[i] = a[i][i % k];
        free(diag);
    }
    free_matrix(a, n);
    b = make_matrix(n, n);
    a = make_matrix(n, n);
    /* 2 * (8*50 + 50*200) is the peak here and above: 20,800, and one more vector of rows */
    int **view = malloc(n * sizeof *view);
    for (int i = 0; view && i < n; i++) view[i] = a[i];
    int *perm = malloc(n * 10 * sizeof *perm);
    int *inverse = malloc(n * 10 * sizeof *inverse);
    if (view && perm && inverse)
        for (int i = 0; i < n; i++) perm[i] = inverse[n - 1 - i] = i;
    free(perm);
    free(inverse);
    free(view);
    free_matrix(a, n);
    free_matrix(b, n);
    printf("%ld\n", trace);
    return 0;
}
