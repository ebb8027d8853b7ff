/** The sum of the weights of every block, and of the weights of all forms. */
export const WHOLE = 1n << 64n;
