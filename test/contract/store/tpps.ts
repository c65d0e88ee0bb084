import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { HOUR_MS } from '../../../src/shared/time.ts';
import {
  ACT,
  actAt,
  BANK,
  batchOf,
  bookingOf,
  consentOf,
  debitOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  submit,
} from './fixtures.ts';
import { withStore, type OpenStore } from './fixtures.ts';
import { issueBound, validTokens } from './registrations.ts';

const by = (id: string) => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const suspension = { at: LATER, by: 'olga', reason: 'Stolen keys.' };
const RESUME = {
  action: 'resumeTpp',
  subject: 'one',
  reason: 'New keys.',
  seen: null,
} as const;

export function tppsSuite(open: OpenStore): void {
  describe('a TPP', () => {
    it(
      'is listed with its clients, consents and payments, newest first',
      withStore(open, async (store) => {
        const [first, ...others] = await store.listTpps('', 10);
        expect(first).toMatchObject({ id: 'aisp', status: 'Active', suspension: null, clients: 1 });
        expect(await store.listTpps('aisp', 10)).toEqual(others);
        expect(await store.listTpps('', 1)).toEqual([first]);
        expect(await store.findTpp('nobody')).toBeUndefined();
        await issueBound(store);
        expect(await store.clientsOfTpp('one', 10)).toMatchObject([
          { clientId: 'tpp-one', isAdmitted: true, registeredAt: NOW },
        ]);
        await submit(store, 'p', [batchOf(1, 100)]);
        await submit(store, 'q', [batchOf(1, 100)]);
        const { payments, ...counts } = await store.activityOf('tpp-one', 10);
        expect(counts).toEqual({
          consents: [{ status: 'Consumed', count: 2 }],
          openConsents: [],
          hours: [{ at: NOW - (NOW % HOUR_MS), consents: 2, payments: 2, rejected: 0 }],
        });
        expect(payments.map(({ id, groupStatus }) => [id, groupStatus])).toEqual([
          ['q', 'RCVD'],
          ['p', 'RCVD'],
        ]);
        expect((await store.activityOf('tpp-one', 1)).payments).toHaveLength(1);
        expect(await store.activityOf('tpp-aisp', 10)).toEqual({
          ...{ consents: [], openConsents: [], payments: [], hours: [] },
        });
      }),
    );

    it(
      'has its open consents counted and listed, and its last activity',
      withStore(open, async (store) => {
        const idle = { lastActivityAt: null, openConsents: 0, failingCallbacks: 0 };
        const one = async () => (await store.listTpps('', 10)).find(({ id }) => id === 'one');
        expect(await one()).toMatchObject(idle);
        const next = NOW + HOUR_MS;
        await store.createConsent(consentOf('first'), keyOf('first'), ACT);
        await store.createConsent(consentOf('second'), keyOf('second'), actAt(next));
        expect(await one()).toMatchObject({ ...idle, lastActivityAt: next, openConsents: 2 });
        await submit(store, 'p', [batchOf(1, 100)]);
        expect(await one()).toMatchObject({ lastActivityAt: next, openConsents: 2 });
        const { openConsents, hours } = await store.activityOf('tpp-one', 1);
        expect(openConsents.map(({ id }) => id)).toEqual(['second']);
        const hour = { at: NOW - (NOW % HOUR_MS), rejected: 0 };
        expect(hours).toEqual([
          { ...hour, at: hour.at + HOUR_MS, consents: 1, payments: 0 },
          { ...hour, consents: 2, payments: 1 },
        ]);
      }),
    );

    it(
      'loses access at once if an operator suspends it, whatever the directory says',
      withStore(open, async (store) => {
        await issueBound(store);
        expect((await validTokens(store))[0]).toBe(true);
        expect(await store.suspendTpp('one', 'Stolen keys.', by('olga'))).toBe(true);
        expect(await store.suspendTpp('one', 'Again.', by('oscar'))).toBe(false);
        expect(await store.suspendTpp('nobody', 'Stolen keys.', by('olga'))).toBe(false);
        expect(await validTokens(store)).toEqual([false, false]);
        expect(await store.findSoftwareOf('tpp-one')).toMatchObject({ isAdmitted: false });
        expect(await store.findTpp('one')).toMatchObject({ status: 'Active', suspension });
        expect([...(await store.listHolders()).values()]).not.toContain('one');
        // Withdrawing and listing the organisation again does not end the suspension.
        await store.replaceDirectory([], ACT);
        expect(await store.replaceDirectory(BANK.directory, ACT)).toMatchObject({ admitted: [] });
        expect(await store.findTpp('one')).toMatchObject({ suspension });
        const entries = await store.listAuditEntries({ from: 1, limit: 100 });
        expect(entries.filter(({ action }) => action === 'tppSuspended')).toMatchObject([
          { subject: 'one', by: { id: 'olga' }, detail: '{"reason":"Stolen keys."}' },
        ]);
      }),
    );

    it(
      'has its submitted payments executed while it is suspended',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await store.suspendTpp('one', 'Stolen keys.', by('olga'));
        const booking = bookingOf([debitOf(null, 100)]);
        const booked = await store.bookDebits(await nextWork(store), booking, NOW);
        expect(booked).toMatchObject({ done: true });
      }),
    );

    it(
      'gets access again after two operators ended the suspension',
      withStore(open, async (store) => {
        await issueBound(store);
        expect(await store.proposeAction(RESUME, by('olga'))).toEqual({ kind: 'notPossible' });
        await store.suspendTpp('one', 'Stolen keys.', by('olga'));
        expect(await store.proposeAction(RESUME, by('olga'))).toMatchObject({
          kind: 'proposed',
          proposal: { facts: { Organisation: 'one', 'Suspended by': 'olga' } },
        });
        expect((await validTokens(store))[0]).toBe(false);
        expect(await store.confirmAction(1, null, by('olga'))).toEqual({ kind: 'sameOperator' });
        expect(await store.confirmAction(1, null, by('oscar'))).toMatchObject({ kind: 'done' });
        expect((await validTokens(store))[0]).toBe(true);
        expect(await store.findTpp('one')).toMatchObject({ suspension: null });
      }),
    );
  });
}
