/* cJSON parses any text of up to 5 bytes without digits (a symbolic number is
 * a matter of floating point); what it accepts it prints, and what it printed it
 * accepts again. */
#include "cJSON.h"
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char text[6];
    ep_symbolic(text, sizeof text, "text");
    text[5] = 0;
    for (int i = 0; i < 5; i++)
        ep_assume((text[i] < '0') | (text[i] > '9'));
    cJSON *value = cJSON_Parse(text);
    if (value == NULL)
        return 0;
    char *printed = cJSON_PrintUnformatted(value);
    if (printed != NULL) {
        cJSON *again = cJSON_Parse(printed);
        ep_assert(again != NULL);
        cJSON_Delete(again);
    }
    free(printed);
    cJSON_Delete(value);
    return 0;
}
