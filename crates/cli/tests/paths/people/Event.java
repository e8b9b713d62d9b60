// paths: Event.collides 3
package app.events;

import static java.lang.Math.max;

import app.util.Helper;

public abstract class Event extends Base {
    protected int from;
    protected int to;
    private Helper helper;

    public boolean collides(int at) {
        return at >= from && at < to;
    }

    protected abstract Helper helper();

    public int length() {
        return max(0, helper().round(to - from));
    }
}

class Base {
    private final Object lock = new Object();
    Base() { }
    Helper wrapped() { return Helper.of(this); }
}
