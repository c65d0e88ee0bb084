import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families/index.ts';
import { FaultList } from '../../../src/shared/errors.ts';
import { CONSENT_FIXTURES } from '../../contract/families/consent-fixtures.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { readConsent } from '../../helpers/v3.ts';

const CONTEXT = {
  now: Date.parse('2026-12-01T09:00:00Z'),
  maxDaysAhead: 365,
  bankName: null,
  bacsAccepted: true,
  hasContracts: true,
  ...LIMITS,
};

/** Unsafe characters: those that were found in creditors' names, and one of each other kind. */
const HIDDEN = ['\u00ad', '\u034f', '\u180e', '\u{e0041}', '\u202e', '\u2067', '\u200d', '\ufe0f'];

type Path = readonly (string | number)[];

/** Fields that may contain any JSON. They are shown to no user and returned unchanged. */
const OPEN = new Set(['SupplementaryData', 'Odd']);

/** Returns the path of every text in a body that is not in one of those fields. */
function textsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !OPEN.has(name))
    .flatMap(([name, member]) =>
      textsOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
    );
}

/** Returns a copy of a body with a character added to the text at a path. */
function hidingAt(body: unknown, [first, ...rest]: Path, character: string): unknown {
  if (first === undefined) return `${String(body)}${character}`;
  const changed = structuredClone(body) as Record<string | number, unknown>;
  changed[first] = hidingAt(changed[first], rest, character);
  return changed;
}

function written(path: Path): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${part}`))
    .join('')
    .slice(1);
}

describe.each(FAMILIES)('$name', (family) => {
  const valid = CONSENT_FIXTURES.filter(({ family: named, expected }) => {
    return named === family.consents && expected.length === 0;
  });
  const places = new Map(
    valid.flatMap(({ body }) => textsOf(body).map((path) => [written(path), { body, path }])),
  );

  it('has text members', () => {
    expect(places.size).toBeGreaterThan(9);
  });

  it.each([...places])('rejects an unsafe character at %s', (_, { body, path }) => {
    for (const character of HIDDEN) {
      const faults = new FaultList();
      readConsent(family, hidingAt(body, path, character), CONTEXT, faults);
      expect(faults.faults).not.toEqual([]);
      expect(JSON.stringify(faults.faults)).not.toContain(character);
    }
  });
});
