// A switch with fall-through, constants, and a state that stays legal.
//
// prints: 2 30
// broken: `state = YELLOW;` ~> `state = RED;`
//   27: `old(getState()) == GREEN ==> getState() == YELLOW` might not hold
class TrafficLight {
  static final int RED = 0;
  static final int GREEN = 1;
  static final int YELLOW = 2;

  int state;

  TrafficLight()
    //@ ensures valid() &*& getState() == RED;
  { }

  //@ predicate boolean valid() { return acc(state) &*& RED <= state && state <= YELLOW; }

  /*@ pure @*/ int getState()
    //@ requires valid();
  { return state; }

  void step()
    //@ requires valid();
    //@ ensures valid();
    //@ ensures old(getState()) == RED ==> getState() == GREEN;
    //@ ensures old(getState()) == GREEN ==> getState() == YELLOW;
    //@ ensures old(getState()) == YELLOW ==> getState() == RED;
  {
    switch (state) {
      case RED:
        state = GREEN;
        break;
      case GREEN:
        state = YELLOW;
        break;
      case YELLOW:
        state = RED;
    }
  }

  static int seconds(int state)
    //@ requires RED <= state && state <= YELLOW;
    //@ ensures state == YELLOW ? result == 3 : result == 30;
  {
    switch (state) {
      case RED:
      case GREEN:
        return 30;
      case YELLOW:
        return 3;
      default:
        throw new IllegalArgumentException("no such state");
    }
  }

  public static void main(String[] args) {
    TrafficLight t = new TrafficLight();
    t.step();
    t.step();
    //@ assert t.getState() == YELLOW;
    System.out.println(t.getState() + " " + seconds(RED));
  }
}
