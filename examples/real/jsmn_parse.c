/* jsmn (a JSON parser in one header): any text of N bytes, at most 8 tokens;
 * every token lies inside the text. */
#include <everypath.h>
#define JSMN_STATIC
#include <jsmn.h>

#ifndef N
#define N 4
#endif

int main(void) {
  char text[N];
  jsmntok_t tokens[8];
  jsmn_parser parser;
  ep_symbolic(text, sizeof text, "text");
  jsmn_init(&parser);
  int n = jsmn_parse(&parser, text, sizeof text, tokens, 8);
  for (int i = 0; i < n; i++) {
    ep_assert(tokens[i].start >= 0 && tokens[i].start <= N);
    ep_assert(tokens[i].end >= tokens[i].start && tokens[i].end <= N);
  }
  return n < 0;
}
