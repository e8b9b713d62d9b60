// paths: Tree.find 6 --depth 5
public class Tree<K extends Comparable<K>> {
    private K root;

    static int find(Leaf at, int key) {
        while (at != null) {
            if (at.key == key) {
                return at.value;
            }
            at = key < at.key ? at.left : at.right;
        }
        return -1;
    }

    void walk(java.util.function.Consumer<? super K> visit) {
        visit.accept(root);
    }
}

class Leaf {
    int key, value;
    Leaf left, right;
    Leaf(int key) { this.key = key; System.err.printf("%d", key); }
}
