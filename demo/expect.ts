/** Thrown when the service did not behave as the demo expects. The message is shown to the user. */
export class UnexpectedResult extends Error {
  override readonly name = 'UnexpectedResult';
}

/** Throws `UnexpectedResult` with the message `otherwise` if the condition is false. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new UnexpectedResult(otherwise);
}

/** Throws `UnexpectedResult` if the two values differ. Compares them as JSON. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  expect(one === other, `${what} should be ${other}, but is ${one}.`);
}
