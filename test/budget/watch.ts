type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Called for each call of a watched method, with its result, its arguments and its object. */
type Tell = (result: unknown, args: readonly unknown[], self: unknown) => void;

/** Replaces a method by one that calls `tell` after each call. */
export function watch(owner: object, name: string, tell: Tell): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    const result = method.apply(this, args);
    tell(result, args, this);
    return result;
  });
}

/**
 * Replaces a method by one that calls `tell` before each call. Counting must come first for
 * messages, because the receiver may ask for the counts before the sending thread continues.
 */
export function watchBefore(owner: object, name: string, tell: () => void): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    tell();
    return method.apply(this, args);
  });
}
