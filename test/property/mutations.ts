import fc from 'fast-check';

const INTERESTING = [0, 9, 10, 31, 32, 34, 44, 45, 46, 47, 48, 57, 58, 91, 92, 93, 101, 117, 123];
const INTERESTING_HIGH = [125, 127, 128, 0xc2, 0xc3, 0xed, 0xef, 0xf0, 0xff];

/** Generates damages of a file: changes, inserts, removes or repeats bytes in a few places. */
export const mutations = fc.array(
  fc.record({
    kind: fc.constantFrom('change', 'insert', 'remove', 'repeat'),
    place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    byte: fc.oneof(
      fc.constantFrom(...INTERESTING, ...INTERESTING_HIGH),
      fc.constantFrom(...Buffer.from('0123456789ABCxyz ."')),
      fc.nat(255),
    ),
    length: fc.integer({ min: 1, max: 40 }),
  }),
  { minLength: 1, maxLength: 3 },
);

type Mutation = typeof mutations extends fc.Arbitrary<(infer One)[]> ? One : never;

export function mutate(bytes: Buffer, changes: readonly Mutation[]): Buffer {
  return changes.reduce((whole, { kind, place, byte, length }) => {
    const at = Math.floor(place * whole.length);
    const before = whole.subarray(0, at);
    if (kind === 'remove') return Buffer.concat([before, whole.subarray(at + 1)]);
    if (kind === 'repeat')
      return Buffer.concat([before, whole.subarray(at, at + length), whole.subarray(at)]);
    const after = whole.subarray(kind === 'change' ? at + 1 : at);
    return Buffer.concat([before, Buffer.from([byte]), after]);
  }, bytes);
}
