/* main() with arguments, called again by the program itself. */

static int depth;

int main(int argc, char **argv)
{
	int (*volatile p)(int, char **) = main;

	if (argc != depth + 1 || !argv)
		return 1;
	if (depth++ == 3)
		return 0;
	return depth == 2 ? p(argc + 1, argv) : main(argc + 1, argv);
}
