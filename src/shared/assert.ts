/** A state that the code rules out. Never caused by input, never shown to a caller. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

/** States what must be true here; a false condition is a bug of ours, not the caller's error. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** The value, which cannot be absent at this point. */
export function expectDefined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is absent`);
  return value;
}
