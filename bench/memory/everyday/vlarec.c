/* Recursion with an array of variable length in each activation. memory: vlarec => stack 300 */
static int f(int n) {
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    if (n == 1) return v[0];
    return f(n - 1) + v[n - 1];
}
int vlarec(int n) { if (n < 1 || n > 8) return 0; return f(n); }
