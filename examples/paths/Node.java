/** A singly linked list, for `everypath paths`. */
public class Node {
    int value;
    Node next;

    /** Inserts a value behind this node, unless it is there already. */
    boolean insert(int v) {
        if (next != null && next.value == v) {
            return false;
        }
        Node n = new Node();
        n.value = v;
        n.next = next;
        next = n;
        return true;
    }

    /** Swaps the values of two nodes, which may be one. */
    static int swap(Node a, Node b) {
        int t = a.value;
        a.value = b.value;
        b.value = t;
        if (a.value == t) {
            return 0;
        }
        return a.value / (a.value - t);
    }

    /** Reverses a list in place. */
    static Node reverse(Node list) {
        Node done = null;
        while (list != null) {
            Node rest = list.next;
            list.next = done;
            done = list;
            list = rest;
        }
        return done;
    }
}
