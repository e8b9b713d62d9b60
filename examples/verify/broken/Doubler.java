/** Not proved: twice a large int is no int. */
class Doubler {
  static int twice(int a)
    //@ requires a >= 0;
    //@ ensures \result == 2 * a;
  {
    return 2 * a;
  }
}
