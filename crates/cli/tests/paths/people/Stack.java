// paths: Stack.push 3
import java.util.Iterator;
import java.util.NoSuchElementException;

public class Stack<T> implements Iterable<T> {
    private int[] items;
    private int size;
    private T last;

    public void push(int item) {
        items[size] = item;
        size = size + 1;
    }

    public T last() {
        return last;
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private int at = 0;
            public boolean hasNext() { return at < size; }
            public T next() {
                if (!hasNext()) throw new NoSuchElementException();
                return last;
            }
        };
    }
}
