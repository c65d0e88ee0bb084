import type { DeliveredAnswer } from '../../domain/schemes/answers.ts';
import type { BacsItem, BacsOutcome, BacsRecord } from '../../domain/schemes/bacs-reports.ts';
import { parseAmount, type Pence } from '../../shared/money.ts';
import { isDate, type LocalDate } from '../../shared/time.ts';
import type { BacsLayout, BacsMember } from './bacs-layouts.ts';
import { quoted } from './value-types.ts';

/** The values of a part of a report. */
export type BacsValues = Map<BacsMember, string>;

/**
 * ISO 20022 reason codes for the return codes of ARUCS (docs/decisions, 132): 0 invalid details, 2
 * beneficiary deceased, 3 account transferred, 5 no account, B account closed, C requested by
 * remitter. Any other code is reported as NARR.
 */
const RETURN_REASONS: ReadonlyMap<string, string> = new Map([
  ['0', 'AC01'],
  ['2', 'MD07'],
  ['3', 'AC04'],
  ['5', 'AC01'],
  ['B', 'AC04'],
  ['C', 'FOCR'],
]);

/** Types of errors in an input report. */
const ERROR_TYPES: ReadonlyMap<string, BacsOutcome> = new Map([
  ['REJECTED', 'rejected'],
  ['AMENDED', 'amended'],
]);

/** The ISO 20022 status that corresponds to an item. Null if it contains none. */
const STATUSES: Readonly<Record<BacsOutcome, string | null>> = {
  rejected: 'RJCT',
  amended: 'ACSC',
  returned: null,
  moved: null,
};

/** Position of an item, and the report that contains it. */
interface ItemPlace {
  readonly position: number;
  readonly reportId: string;
  /** Processing day in the header. Used if the item contains none. */
  readonly date: LocalDate;
}

/** Converts an item to an answer without ids. An invalid value becomes the answer's `problem`. */
export function itemOf(
  values: BacsValues,
  { kind, required }: BacsLayout,
  { position, reportId, date }: ItemPlace,
  fault: string | null,
): DeliveredAnswer {
  const read = recordOf(values, required, date);
  const code = values.get('code') ?? '';
  const outcome = outcomeOf(kind, code);
  const problem =
    fault ?? (typeof read === 'string' ? read : outcome === undefined ? type(code) : null);
  const description = values.get('description') ?? null;
  const answer: DeliveredAnswer = {
    position,
    messageId: null,
    instructionId: null,
    transactionId: null,
    endToEndId: null,
    uetr: null,
    status: null,
    returned: null,
    problem,
    code,
    text: description,
  };
  if (problem !== null || typeof read === 'string' || outcome === undefined) return answer;
  const { newAccount, ...record } = read;
  const bacs: BacsItem = { outcome, record, code, description, newAccount };
  const amount = record.pence === null ? null : { minor: record.pence, currency: 'GBP' };
  return {
    ...answer,
    bacs,
    // A return code of Bacs may be followed by further digits, for example `0128`.
    code: outcome === 'returned' ? (RETURN_REASONS.get(code.charAt(0)) ?? null) : null,
    status: STATUSES[outcome],
    returned: outcome === 'returned' ? { id: `${reportId}/${String(position)}`, amount } : null,
  };
}

function outcomeOf(kind: BacsLayout['kind'], code: string): BacsOutcome | undefined {
  if (kind === 'ARUCS') return 'returned';
  return kind === 'AWACS' ? 'moved' : ERROR_TYPES.get(code);
}

const type = (code: string): string =>
  `The type ${quoted(code)} is unknown. Expected ${[...ERROR_TYPES.keys()].join(' or ')}.`;

/** Returns the record of an item, or the problem with it. */
function recordOf(
  values: BacsValues,
  required: readonly BacsMember[],
  date: LocalDate,
): (BacsRecord & Pick<BacsItem, 'newAccount'>) | string {
  const missing = required.find((member) => !values.has(member));
  if (missing !== undefined) return `The item has no value for ${missing}.`;
  const destination = accountOf(values.get('destinationSortCode'), values.get('destinationNumber'));
  const originator = accountOf(values.get('originatorSortCode'), values.get('originatorNumber'));
  const newAccount = accountOf(values.get('newSortCode'), values.get('newNumber'));
  const pence = penceOf(values);
  const processingDay = values.get('processingDay') ?? date;
  if (typeof destination === 'object') return destination?.fault ?? 'There is no account.';
  for (const one of [originator, newAccount, pence]) {
    if (one !== null && typeof one === 'object') return one.fault;
  }
  if (!isDate(processingDay)) return `${quoted(processingDay)} is not a date. Use YYYY-MM-DD.`;
  return {
    destination,
    originator: originator as string | null,
    pence: pence as Pence | null,
    reference: values.get('reference') ?? '',
    name: values.get('name') ?? '',
    processingDay,
    newAccount: newAccount as string | null,
  };
}

interface Fault {
  readonly fault: string;
}

/** Returns an account of 14 digits. Null if both values are absent. */
function accountOf(
  sortCode: string | undefined,
  number: string | undefined,
): string | Fault | null {
  if (sortCode === undefined && number === undefined) return null;
  const account = `${sortCode ?? ''} ${number ?? ''}`;
  const match = /^(\d{2})(-?)(\d{2})\2(\d{2}) (\d{8})$/.exec(account);
  if (match === null) return { fault: `${quoted(account)} is not an account of 6 and 8 digits.` };
  const [, first = '', , second = '', third = '', digits = ''] = match;
  return first + second + third + digits;
}

/** Returns an amount in pounds such as `65.00` as pence. Null if there is none. */
export function penceOf(values: BacsValues): Pence | Fault | null {
  const text = values.get('amount');
  if (text === undefined) return null;
  const currency = values.get('currency') ?? 'GBP';
  const amount = parseAmount(text);
  if (amount !== undefined && currency === 'GBP') return amount;
  return { fault: `${quoted(`${text} ${currency}`)} is not a valid amount in GBP.` };
}
