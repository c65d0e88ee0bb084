import { generateKey } from '../../src/auth/key-file.ts';

/** Keys that the bank might sign with, made once for all tests of a file: that takes long. */
export const [one, two] = await Promise.all([generateKey(), generateKey()]);
