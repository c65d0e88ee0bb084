import type { ActionFacts, ProposedAction } from '../../../domain/records/action-proposals.ts';
import { formatMoney } from '../../../domain/messages/format.ts';
import { describeProblem } from '../../../domain/schemes/hub-problems.ts';
import { formatAmount } from '../../../shared/money.ts';
import { formatInstant, parseInstant, SECOND_MS, type Instant } from '../../../shared/time.ts';
import type { SignIn } from '../access/sign-in.ts';
import type { Tpps } from '../access/tpps.ts';
import type { DbCommand } from '../engine.ts';
import type { Problems } from '../hand-over/problems.ts';
import type { SchemeStops } from '../hand-over/scheme-stops.ts';
import type { Batches } from '../payments/batches.ts';
import type { Consents } from '../payments/consents.ts';
import type { WorkList } from '../payments/work.ts';
import type { ApiFigures } from './api-figures.ts';
import type { PaymentCases } from '../screening/payment-cases.ts';

/** Format of the number of a step or a problem. */
export const NUMBER = /^[1-9]\d{0,14}$/;

export interface FactParts {
  readonly work: WorkList;
  readonly batches: Batches;
  readonly signIn: SignIn;
  readonly consents: Consents;
  readonly schemeStops: SchemeStops;
  readonly tpps: Tpps;
  readonly apiFigures: ApiFigures;
  readonly problems: Problems;
  readonly paymentCases: PaymentCases;
}

type ReadFacts = (subject: string, now: Instant) => DbCommand<ActionFacts | undefined>;

/** Returns the functions that read the facts of an action. Undefined if it is not possible. */
export function factReaders(parts: FactParts): Readonly<Record<ProposedAction, ReadFacts>> {
  const { work, batches, signIn, consents, schemeStops, paymentCases } = parts;
  return {
    *abandonWork(subject) {
      const [step] = NUMBER.test(subject) ? yield* work.failing(1, Number(subject)) : [];
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
    // They are in the payment file, so the use case reads them.
    decideOutcome: noFacts,
    recallCredit: noFacts,
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
    planDowntime: downtimeFacts(parts),
    rejectCases: (subject) => paymentCases.factsOf(subject, 'reject'),
    releaseCases: (subject) => paymentCases.factsOf(subject, 'release'),
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
    resumeTpp: suspensionFacts(parts),
    retryReturn: returnFacts(parts),
  };
}

function* noFacts(): DbCommand<undefined> {
  return undefined;
}

function suspensionFacts({ tpps }: FactParts): ReadFacts {
  return function* (subject) {
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
  };
}

function downtimeFacts({ apiFigures }: FactParts): ReadFacts {
  return function* (subject) {
    const start = parseInstant(subject);
    const found = start === undefined ? undefined : yield* apiFigures.downtime(start);
    if (found?.kind !== 'unplanned' || formatInstant(found.start) !== subject) return undefined;
    const { end } = found;
    return { Start: subject, End: formatInstant(end), Seconds: (end - found.start) / SECOND_MS };
  };
}

/** Reads a returned credit that could not be booked. Its parties are in the payment file. */
function returnFacts({ problems }: FactParts): ReadFacts {
  return function* (subject) {
    const problem = NUMBER.test(subject) ? yield* problems.find(Number(subject)) : undefined;
    if (problem?.kind !== 'return' || problem.end?.ending === 'repeated') return undefined;
    const { kind, code, paymentId, index, amount, receivedAt, end } = problem;
    return {
      Problem: `${describeProblem(kind, code).meaning} (${code})`,
      // The bank may have decided about the money when it dismissed the problem.
      'Dismissed because': end?.note ?? null,
      Payment: paymentId,
      Row: (index ?? 0) + 1,
      Amount: amount === null ? null : formatMoney(amount.minor, amount.currency),
      Received: formatInstant(receivedAt),
    };
  };
}
