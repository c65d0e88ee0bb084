import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorised,
  consumed,
  expired,
  lapsed,
  rejected,
  revoked,
  takesPayments,
  withFile,
} from '../../../../src/domain/lifecycle/consent-moves.ts';
import {
  CONSENT_MOVES,
  mayMove,
  statusesBefore,
  type ConsentStatus,
} from '../../../../src/domain/lifecycle/lifecycle.ts';
import type { Consent, Rejection } from '../../../../src/domain/records/records.ts';
import { DAY_MS, type Instant } from '../../../../src/shared/time.ts';
import { SENT_WITH_V3 } from '../../../helpers/v3.ts';

const CREATED: Instant = Date.parse('2026-03-02T10:00:00Z');
const NOW = CREATED + DAY_MS;
const STATUSES = Object.keys(CONSENT_MOVES) as ConsentStatus[];
const APPROVAL = { debtorAccount: '11280001234567', lapsesAt: NOW + 30 * DAY_MS };
const BY_BANK: Rejection = { refusedBy: 'bank', refusal: 'The account is closed.' };

function consentAt(status: ConsentStatus, change: Partial<Consent> = {}): Consent {
  return {
    id: 'c',
    family: 'file-payments',
    clientId: 'tpp-one',
    status,
    createdAt: CREATED,
    statusUpdatedAt: CREATED,
    data: '{}',
    ...SENT_WITH_V3,
    risk: null,
    debtorAccount: null,
    customerId: null,
    refusal: null,
    refusedBy: null,
    restrictions: null,
    expiresAt: null,
    lapsesAt: null,
    ...change,
  };
}

/** Each function, with its target status and the other properties that it changes. */
const MOVES = {
  withFile: [withFile, 'AwaitingAuthorisation', {}],
  authorised: [
    (one: Consent, at: Instant) => authorised(one, APPROVAL, at),
    'Authorised',
    APPROVAL,
  ],
  revoked: [revoked, 'Revoked', {}],
  consumed: [consumed, 'Consumed', {}],
} as const;

describe.each(Object.entries(MOVES))('a consent change by %s', (_, [move, to, change]) => {
  it.each(STATUSES)('is made from %s only if the table allows it', (from) => {
    const consent = consentAt(from);
    const after = { ...consent, ...change, status: to, statusUpdatedAt: NOW };
    expect(move(consent, NOW)).toEqual(mayMove(CONSENT_MOVES, from, to) ? after : undefined);
  });
});

describe('a consent that is rejected', () => {
  it('contains by whom and why', () => {
    const consent = consentAt('AwaitingUpload');
    const after = { ...consent, ...BY_BANK, status: 'Rejected', statusUpdatedAt: NOW };
    expect(rejected(consent, 'AwaitingUpload', BY_BANK, NOW)).toEqual(after);
  });

  it.each(STATUSES)('had the status of the decision, unlike %s', (from) => {
    const judged = from === 'AwaitingUpload' ? 'AwaitingAuthorisation' : 'AwaitingUpload';
    expect(rejected(consentAt(from), judged, BY_BANK, NOW)).toBeUndefined();
  });

  it.each(STATUSES)('was not final before: %s', (from) => {
    const isMoved = rejected(consentAt(from), from, BY_BANK, NOW) !== undefined;
    expect(isMoved).toBe(mayMove(CONSENT_MOVES, from, 'Rejected'));
  });
});

describe('a consent after its deadline', () => {
  it('has lapsed from that instant on', () => {
    const consent = consentAt('AwaitingUpload', { lapsesAt: NOW });
    expect(lapsed(consent, NOW - 1)).toBeUndefined();
    expect(lapsed(consent, NOW + 5)).toEqual({
      ...consent,
      status: 'Rejected',
      statusUpdatedAt: NOW + 5,
      refusedBy: 'time',
      refusal: 'It was not approved within 1 day.',
    });
  });

  it('is Expired since that instant, whenever it is read', () => {
    const consent = consentAt('Authorised', { expiresAt: NOW });
    expect(expired(consent, NOW - 1)).toBeUndefined();
    const after = { ...consent, status: 'Expired', statusUpdatedAt: NOW };
    expect(expired(consent, NOW + 5)).toEqual(after);
  });

  it.each(STATUSES)('changes as the table allows from %s', (from) => {
    const over = { lapsesAt: CREATED, expiresAt: CREATED };
    const consent = consentAt(from, over);
    expect(lapsed(consent, NOW) !== undefined).toBe(mayMove(CONSENT_MOVES, from, 'Rejected'));
    expect(expired(consent, NOW) !== undefined).toBe(mayMove(CONSENT_MOVES, from, 'Expired'));
  });
});

describe('the table of consent statuses', () => {
  it('allows payments for Authorised only', () => {
    expect(STATUSES.filter((status) => takesPayments({ status }))).toEqual(['Authorised']);
  });

  it('lists the statuses before each status', () => {
    expect(statusesBefore('Rejected')).toEqual([
      'AwaitingUpload',
      'AwaitingAuthorisation',
      'Authorised',
    ]);
    expect(statusesBefore('AwaitingUpload')).toEqual([]);
  });
});

type Step = (consent: Consent, now: Instant) => Consent | undefined;

const STEPS: readonly Step[] = [
  ...Object.values(MOVES).map(([move]) => move),
  (consent, now) => rejected(consent, consent.status, BY_BANK, now),
  lapsed,
  expired,
];

describe('any sequence of consent changes', () => {
  it('follows the table, and records who refused exactly if Rejected', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(3 * DAY_MS)));
    const time = fc.option(fc.nat(3 * DAY_MS).map((after) => CREATED + after));
    fc.assert(
      fc.property(steps, time, time, (sequence, lapsesAt, expiresAt) => {
        let consent = consentAt('AwaitingUpload', { lapsesAt, expiresAt });
        for (const [step, after] of sequence) {
          const next = step(consent, CREATED + after);
          if (next === undefined) continue;
          expect(mayMove(CONSENT_MOVES, consent.status, next.status)).toBe(true);
          expect(next.refusedBy !== null).toBe(next.status === 'Rejected');
          expect(next.refusal !== null).toBe(next.status === 'Rejected');
          consent = next;
        }
      }),
    );
  });
});
