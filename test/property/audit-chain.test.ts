import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import {
  ChainEnd,
  contentDigestOf,
  hashOf,
  linkedTo,
  skipOf,
  verifyChain,
  type AuditRow,
} from '../../src/store/repositories/audit/audit-chain.ts';

type Told = Omit<AuditRow, 'sequence' | 'hash'>;

const text = fc.string({ unit: 'binary', maxLength: 12 });
const perhaps = fc.option(text, { nil: null });
const events: fc.Arbitrary<Told> = fc.record({
  at: fc.maxSafeInteger(),
  recordedAt: fc.maxSafeInteger(),
  actorKind: fc.constantFrom('tpp', 'customer', 'operator', 'service'),
  actorId: text,
  certificate: perhaps,
  interactionId: perhaps,
  address: perhaps,
  action: text,
  subject: text,
  detail: perhaps,
});

/** Returns an audit log that contains these entries, as the store would write it. */
function chainOf(entries: readonly Told[]): AuditRow[] {
  const chain: AuditRow[] = [];
  const end = new ChainEnd();
  for (const [index, entry] of entries.entries()) {
    const row = { ...entry, sequence: index + 1 };
    const placed = { ...row, hash: hashOf(end.nextLinks(), row) };
    end.push(placed);
    chain.push(placed);
  }
  return chain;
}

const chains = fc.array(events, { minLength: 1, maxLength: 8 }).map(chainOf);
const place = fc.nat();

function headOf(chain: readonly AuditRow[]) {
  const { sequence, hash } = expectDefined(chain.at(-1), 'the last entry');
  return { sequence, hash: hash.toString('hex') };
}

const FIELDS = [
  'at',
  'recordedAt',
  'actorKind',
  'actorId',
  'certificate',
  'interactionId',
  'address',
  'action',
  'subject',
  'detail',
] as const;

describe('the chain of the audit log', () => {
  it('verifies as created, up to its head and from any earlier head', () => {
    fc.assert(
      fc.property(chains, place, (chain, noted) => {
        const unbroken = { unbroken: true, head: headOf(chain) };
        expect(verifyChain(chain)).toEqual(unbroken);
        const earlier = headOf(chain.slice(0, 1 + (noted % chain.length)));
        expect(verifyChain(chain, earlier)).toEqual(unbroken);
      }),
    );
  });

  it('fails at an entry with any changed field', () => {
    const change = fc.tuple(fc.constantFrom(...FIELDS), events);
    fc.assert(
      fc.property(chains, place, change, (chain, where, [field, other]) => {
        const changed = where % chain.length;
        const row = expectDefined(chain[changed], 'the entry');
        fc.pre(row[field] !== other[field]);
        const forged = chain.with(changed, { ...row, [field]: other[field] });
        expect(verifyChain(forged)).toMatchObject({ unbroken: false, sequence: changed + 1 });
      }),
    );
  });

  it('fails at an entry with any changed byte of its hash', () => {
    const byte = fc.tuple(fc.nat(31), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(chains, place, byte, (chain, where, [index, difference]) => {
        const changed = where % chain.length;
        const row = expectDefined(chain[changed], 'the entry');
        const hash = Buffer.from(row.hash);
        hash[index] = (hash[index] ?? 0) ^ difference;
        const forged = chain.with(changed, { ...row, hash });
        expect(verifyChain(forged)).toMatchObject({ unbroken: false, sequence: changed + 1 });
      }),
    );
  });

  it('detects bytes that moved from one field to the next', () => {
    fc.assert(
      fc.property(events, text, (entry, moved) => {
        fc.pre(moved !== '');
        const one = { ...entry, sequence: 1, action: `a${moved}`, subject: 's' };
        const other = { ...entry, sequence: 1, action: 'a', subject: `${moved}s` };
        expect(contentDigestOf(one)).not.toEqual(contentDigestOf(other));
      }),
    );
  });

  it('fails where entries were removed, inserted or swapped', () => {
    fc.assert(
      fc.property(chains, place, place, events, (chain, one, other, extra) => {
        const [first, second] = [one % chain.length, other % chain.length];
        const [a, b] = [
          expectDefined(chain[first], 'one'),
          expectDefined(chain[second], 'the other'),
        ];
        if (first < chain.length - 1) {
          const shorter = chain.toSpliced(first, 1);
          expect(verifyChain(shorter)).toMatchObject({ unbroken: false, sequence: first + 1 });
        }
        const put = { ...extra, sequence: first + 1, hash: a.hash };
        const longer = chain.toSpliced(first, 0, put);
        expect(verifyChain(longer)).toMatchObject({ unbroken: false, sequence: first + 1 });
        if (first === second) return;
        const swapped = chain.with(first, b).with(second, a);
        const sequence = Math.min(first, second) + 1;
        expect(verifyChain(swapped)).toMatchObject({ unbroken: false, sequence });
      }),
    );
  });

  it('detects truncation and a rewritten chain with an earlier head', () => {
    fc.assert(
      fc.property(chains, place, events, (chain, kept, extra) => {
        const noted = headOf(chain);
        const cut = chain.slice(0, kept % chain.length);
        expect(verifyChain(cut)).toMatchObject({ unbroken: true });
        expect(verifyChain(cut, noted)).toMatchObject({
          unbroken: false,
          sequence: cut.length + 1,
        });
        const anew = chainOf([extra, ...chain.slice(1)]);
        fc.pre(headOf(anew).hash !== noted.hash);
        expect(verifyChain(anew, noted)).toMatchObject({ unbroken: false, sequence: chain.length });
      }),
    );
  });
});

describe('the links of the audit log', () => {
  it('connect an entry with 2, 4, 8 or more entries before it', () => {
    expect([1, 2, 3, 4, 6, 7, 8, 12].map(skipOf)).toEqual([0, 0, 2, 0, 4, 6, 0, 8]);
    expect(linkedTo(13)).toEqual([8, 12, 13]);
    expect(linkedTo(0)).toEqual([]);
  });

  it('are the same for a chain that is continued from stored entries', () => {
    fc.assert(
      fc.property(chains, place, (chain, where) => {
        const kept = chain.slice(0, where % chain.length);
        const end = new ChainEnd(
          linkedTo(kept.length).map((n) => expectDefined(kept[n - 1], 'one')),
        );
        const next = expectDefined(chain[kept.length], 'the next entry');
        expect(hashOf(end.nextLinks(), next)).toEqual(next.hash);
      }),
    );
  });
});
