// refused: Made.make 5 the library class `ArrayList`
import java.util.ArrayList;

public class Made {
    private ArrayList names = new ArrayList();
    private int count;

    static int make(int n) {
        Made m = new Made();
        m.count = n;
        return m.count;
    }

    int count() { return count; }
}
