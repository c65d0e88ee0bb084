type Method = (this: unknown, ...args: unknown[]) => unknown;

/** What a call came to, with what, and on what. */
type Tell = (result: unknown, args: readonly unknown[], self: unknown) => void;

/** Lets something be told of every call of a method, when it has returned. */
export function watch(owner: object, name: string, tell: Tell): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    const result = method.apply(this, args);
    tell(result, args, this);
    return result;
  });
}

/**
 * The same before each call. Whoever gets a message may answer, and ask what was counted, before
 * the thread that sent it goes on.
 */
export function watchBefore(owner: object, name: string, tell: () => void): void {
  const method = Reflect.get(owner, name) as Method;
  Reflect.set(owner, name, function watched(this: unknown, ...args: unknown[]) {
    tell();
    return method.apply(this, args);
  });
}
