/** An error in the program itself. It is never caused by input and never shown to a caller. */
export class Bug extends Error {
  override readonly name = 'Bug';
}

/** Throws a Bug if the condition is false. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** Returns the value, or throws a Bug if it is null or undefined. */
export function expectDefined<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Bug(`${what} is absent`);
  return value;
}
