// A clock with minutes and hours that runs for a day.
int main(void) {
  int hours = 0, minutes = 0;
  while (hours < 24) {
    minutes++;
    if (minutes == 60) {
      minutes = 0;
      hours++;
    }
  }
  return 0;
}
