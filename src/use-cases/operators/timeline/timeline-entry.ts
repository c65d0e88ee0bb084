import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { formatOperatorReason } from '../../../domain/messages/operator-text.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type {
  CodeMeaning,
  TimelineActor,
  TimelineEntry,
} from '../../../domain/records/payment-timeline.ts';
import type { Batch } from '../../../domain/records/records.ts';
import type { Money } from '../../../domain/schemes/messages.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { TimelineSubject } from './timeline-subject.ts';

/** An entry, with the keys of the audit entries about the same action (audit-sentences.ts). */
export interface DraftEntry extends TimelineEntry {
  readonly audited?: readonly string[];
}

type Described = Pick<DraftEntry, 'at' | 'kind' | 'actor' | 'text'> & Partial<DraftEntry>;

/** Returns an entry. Its code and links are empty if they are not given. */
export function entryOf(described: Described): DraftEntry {
  return { code: null, links: {}, ...described };
}

/** Returns a component of the service as an actor. */
export function component(id: string): TimelineActor {
  return { kind: 'service', id };
}

/** Returns an operator as an actor. */
export function operator(id: string): TimelineActor {
  return { kind: 'operator', id };
}

/** Returns a payment scheme as an actor. */
export function scheme(instrument: Instrument): TimelineActor {
  return { kind: 'scheme', id: formatScheme(instrument) };
}

/** Returns a reason code with its meaning. `debited`: false if nothing was debited. */
export function reasonOf(code: ReasonCode, debited = true): CodeMeaning {
  return { code, meaning: formatOperatorReason(code, debited) };
}

/** Returns the reason of an operator as a sentence. Empty if there is none. */
export function reasonText(reason: unknown): string {
  return typeof reason === 'string' ? ` Reason: ${reason}` : '';
}

/** Returns an amount in the form of its currency. */
export function money({ minor, currency }: Money): string {
  return formatMoney(minor, currency);
}

/** Returns the name of a payment of a file or order, as the subject of a sentence. */
export function creditName({ credit, isSingle }: TimelineSubject, index: number): string {
  return credit !== null || isSingle ? 'The payment' : `Payment ${formatNumber(index + 1)}`;
}

/** Returns the name of a batch as the object of a sentence. */
export function batchName({ credit, file, isSingle }: TimelineSubject, batch: Batch): string {
  const { payments, onlyIndex, date, number } = batch;
  if (credit !== null && payments === 1) return 'the payment';
  if (credit !== null) return `the group of the payment (${formatCount(payments, 'payment')})`;
  if (file !== null && onlyIndex !== null) return `payment ${formatNumber(onlyIndex + 1)}`;
  if (file !== null) {
    const day = date === null ? '' : ` for ${formatDay(date)}`;
    return `${formatCount(payments, 'payment')}${day}`;
  }
  if (isSingle) return 'the payment';
  return `payment ${formatNumber(number + 1)}${date === null ? '' : `, of ${formatDay(date)}`}`;
}
