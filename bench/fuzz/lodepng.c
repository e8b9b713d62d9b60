/* Debian's lodepng with four planted bugs behind the fields of chunks, whose
 * checksums must be right. */
#include "lodepng.h"
#include "planted.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  unsigned w = 0, h = 0;
  unsigned char *image = NULL;
  LodePNGState state;
  lodepng_state_init(&state);
  if (lodepng_inspect(&w, &h, &state, data, size) == 0) {
    if (w == 0xbee && h == 3)
      PLANTED(1);
    if ((uint64_t)w * h > 65536) {
      lodepng_state_cleanup(&state);
      return 0;
    }
  }
  unsigned error = lodepng_decode(&image, &w, &h, &state, data, size);
  const LodePNGInfo *info = &state.info_png;
  if (info->phys_defined && info->phys_x == 7 * info->phys_y && info->phys_unit == 1)
    PLANTED(2);
  if (info->time_defined && info->time.year == 1999 && info->time.month == 12)
    PLANTED(3);
  if (!error && info->background_defined && info->background_r == 77)
    PLANTED(4);
  free(image);
  lodepng_state_cleanup(&state);
  return 0;
}
