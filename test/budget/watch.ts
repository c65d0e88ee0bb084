type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Receives the result, the arguments and the object of a call. */
type Tell = (result: unknown, args: readonly unknown[], self: unknown) => void;

/** Calls `tell` after each call of a method. */
export function watch(owner: object, name: string, tell: Tell): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    const result = method.apply(this, args);
    tell(result, args, this);
    return result;
  });
}

/**
 * Calls `tell` before each call of a method. The receiver of a message may answer and request the
 * counts before the sending thread continues.
 */
export function watchBefore(owner: object, name: string, tell: () => void): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    tell();
    return method.apply(this, args);
  });
}
