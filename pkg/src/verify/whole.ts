/** The weights of every block, and those of all forms, sum to this. */
export const WHOLE = 1n << 64n;
