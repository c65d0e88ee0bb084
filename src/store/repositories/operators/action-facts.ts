import type { ActionFacts, ProposedAction } from '../../../domain/records/action-proposals.ts';
import { formatAmount } from '../../../shared/money.ts';
import { formatInstant, type Instant } from '../../../shared/time.ts';
import type { SignIn } from '../access/sign-in.ts';
import type { Tpps } from '../access/tpps.ts';
import type { DbCommand } from '../engine.ts';
import type { SchemeStops } from '../hand-over/scheme-stops.ts';
import type { Batches } from '../payments/batches.ts';
import type { Consents } from '../payments/consents.ts';
import type { WorkList } from '../payments/work.ts';

/** Format of the number of a step. */
export const STEP = /^[1-9]\d{0,14}$/;

export interface FactParts {
  readonly work: WorkList;
  readonly batches: Batches;
  readonly signIn: SignIn;
  readonly consents: Consents;
  readonly schemeStops: SchemeStops;
  readonly tpps: Tpps;
}

type ReadFacts = (subject: string, now: Instant) => DbCommand<ActionFacts | undefined>;

/** Returns the functions that read the facts of an action. Undefined if it is not possible. */
export function factReaders(parts: FactParts): Readonly<Record<ProposedAction, ReadFacts>> {
  const { work, batches, signIn, consents, schemeStops, tpps } = parts;
  return {
    *abandonWork(subject) {
      const [step] = STEP.test(subject) ? yield* work.failing(1, Number(subject)) : [];
      if (step?.tryAt !== null) return undefined;
      const open = (yield* batches.open([step])).get(step.id);
      if (open === undefined) return undefined;
      return {
        Payment: step.paymentId,
        Type: step.family,
        Step: `${step.step}, batch ${String(step.batch)}`,
        Scheme: step.instrument,
        Credits: step.payments,
        Amount: `${formatAmount(step.totalPence)} GBP`,
        'Returned to the debtor': `${formatAmount(open.batch.clearingPence)} GBP`,
        Failed: step.attempts,
        Problem: step.problem,
      };
    },
    *endLockout(subject, now) {
      const credential = yield* signIn.findCredential(subject);
      if (credential === undefined || (credential.lockedUntil ?? now) <= now) return undefined;
      const { userId, lockedUntil, lockouts } = credential;
      return {
        User: userId,
        'Locked until': formatInstant(lockedUntil ?? now),
        'Lockouts in a row': lockouts,
      };
    },
    *endPermission(subject) {
      const consent = yield* consents.find(subject);
      if (consent?.family !== 'domestic-vrps' || consent.status !== 'Authorised') return undefined;
      const { id, clientId, customerId, createdAt } = consent;
      return {
        Consent: id,
        TPP: clientId,
        Customer: customerId,
        Created: formatInstant(createdAt),
      };
    },
    // They are in the payment file, so the use case reads them.
    recallCredit: noFacts,
    *resumeScheme(subject) {
      const stop = (yield* schemeStops.all()).find(({ instrument }) => instrument === subject);
      if (stop === undefined) return undefined;
      const { instrument, reason, stoppedAt, stoppedBy } = stop;
      return {
        Scheme: instrument,
        'Reason of the stop': reason,
        Stopped: formatInstant(stoppedAt),
        'Stopped by': stoppedBy,
      };
    },
    *resumeTpp(subject) {
      const tpp = yield* tpps.find(subject);
      if (tpp === undefined || tpp.suspension === null) return undefined;
      const { id, name, status, suspension } = tpp;
      return {
        Organisation: id,
        Name: name,
        'Status in the directory': status,
        'Reason of the suspension': suspension.reason,
        Suspended: formatInstant(suspension.at),
        'Suspended by': suspension.by,
      };
    },
  };
}

function* noFacts(): DbCommand<undefined> {
  return undefined;
}
