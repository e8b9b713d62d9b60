/* How many of the optional arguments there are (`--sym-args`): one path for
 * each number. The engine runs this before `main`. */

/* The symbolic number of the arguments of a group and its limits; -1 after the
 * last group. */
int __ep_optional_arguments(int group, int *least, int *most);
/* Those beyond the number go: a path for each number. */
void __ep_keep_arguments(int group, int count);

void __ep_choose_arguments(void) {
    int least, most, number;
    for (int group = 0; (number = __ep_optional_arguments(group, &least, &most)) != -1; group++)
        __ep_keep_arguments(group, number);
}
