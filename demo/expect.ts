/** Something was not as the demo expects it of the service; the message says what, for people. */
export class Surprise extends Error {
  override readonly name = 'Surprise';
}

/** States what the service must have done; ends the demo with a sentence when it did not. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Surprise(otherwise);
}

/** Expects two values to be equal, comparing them as JSON. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  expect(one === other, `${what} should be ${other}, but is ${one}.`);
}
