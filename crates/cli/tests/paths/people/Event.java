// paths: Event.collides 3
package app.events;

import static java.lang.Math.max;

import app.util.Helper;

public class Event {
    protected int from;
    protected int to;
    private Helper helper;

    public boolean collides(int at) {
        if (at < from) return false;
        if (at >= to) return false;
        return true;
    }

    protected Helper helper() { return helper; }

    public int length() {
        return max(0, helper().round(to - from));
    }
}

class Lock {
    private final Object lock = new Object();
    Helper wrapped() { return Helper.of(this); }
}
