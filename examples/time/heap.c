// Sifting an element down a heap: 2*i + 1 is in the array as long as it does not
// wrap around, so the answer is one for places that are no negative numbers.
void f(int *a, int n, int i) {
    for (;;) {
        int left = 2 * i + 1, right = 2 * i + 2, most = i;
        if (left < n && a[left] > a[most]) most = left;
        if (right < n && a[right] > a[most]) most = right;
        if (most == i) return;
        int t = a[i];
        a[i] = a[most];
        a[most] = t;
        i = most;
    }
}
