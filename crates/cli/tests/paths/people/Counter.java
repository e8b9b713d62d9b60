// paths: Counter.next 2
import java.util.concurrent.atomic.AtomicInteger;

public class Counter {
    private static final AtomicInteger IDS = new AtomicInteger();
    private static volatile Counter instance;
    private int value;
    private final int id = IDS.incrementAndGet();

    static {
        IDS.set(5);
    }

    {
        register(this);
    }

    private static native void register(Counter c);

    public static Counter instance() {
        synchronized (Counter.class) {
            if (instance == null) {
                instance = new Counter();
            }
            return instance;
        }
    }

    public int next() {
        if (value == Integer.MAX_VALUE) {
            value = 0;
            return 0;
        }
        value++;
        return value;
    }
}
