// refused: Nested.head 4 a nested class is outside of the subset
public class Nested {
    Node first;
    static class Node { int value; Node next; }

    int head() {
        Node n = first;
        return n.value;
    }

    int size(int[] all) {
        return all.length;
    }
}
