// A clock with minutes and hours that runs for a day.
int main(void) {
  int hours = 0, minutes = 0;
  while (hours < 24) {
    minutes++;
    if (minutes == 60) {
      minutes = 0;
      hours = hours == 23 ? 0 : hours + 1;
    }
  }
  return 0;
}
