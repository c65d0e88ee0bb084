import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  actAt,
  authorise,
  keyOf,
  LATER,
  LATER_ACT,
  revoke,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const FORM = { apiVersion: 'v4.0', sentData: '{"in":"v4.0"}', risk: '{"R":1}' } as const;

export function migrationSuite(open: OpenStore): void {
  describe('the migration of a consent', () => {
    it(
      'changes its form once, and keeps its data',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const consent = expectDefined(await store.findConsent('consent-p'), 'consent-p');
        const migrate = (key: string) =>
          store.migrateConsent({ consent, form: FORM }, keyOf(key), LATER_ACT);
        const value = { ...consent, ...FORM };
        expect(await migrate('m')).toEqual({ outcome: 'created', value });
        expect(await store.findConsent('consent-p')).toEqual(value);
        expect(await migrate('m')).toEqual({ outcome: 'repeated', value });
        expect(await migrate('n')).toEqual({ outcome: 'changed' });
      }),
    );

    it(
      'is refused after the consent was revoked',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const consent = expectDefined(await store.findConsent('consent-p'), 'consent-p');
        expect(await revoke(store, 'consent-p', LATER_ACT)).toBe(true);
        const late = actAt(LATER + 1);
        expect(await store.migrateConsent({ consent, form: FORM }, keyOf('m'), late)).toEqual({
          outcome: 'wrongStatus',
          status: 'Revoked',
        });
        expect(await store.findConsent('consent-p')).toMatchObject({ apiVersion: 'v3.1' });
      }),
    );

    it(
      'happens once if two nodes try at the same time',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const consent = expectDefined(await store.findConsent('consent-p'), 'consent-p');
        const results = await Promise.all(
          ['m', 'n', 'o'].map((key) =>
            store.migrateConsent({ consent, form: FORM }, keyOf(key), ACT),
          ),
        );
        expect(results.map(({ outcome }) => outcome).sort()).toEqual([
          'changed',
          'changed',
          'created',
        ]);
      }),
    );
  });
}
