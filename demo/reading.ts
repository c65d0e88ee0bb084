import { z } from 'zod';
import { expectStatus, readAs, type Answer } from '../test-client/answer.ts';
import { expectDefined } from '../src/shared/assert.ts';
import { parseAmount, type Pence } from '../src/shared/money.ts';
import { expect } from './expect.ts';
import type { Tpp } from './journey.ts';
import type { Narrator } from './narrator.ts';
import { DEBTOR_ACCOUNT } from './payment-file.ts';
import { count } from './terminal.ts';

/** Maximum number of pages of payment details to read. */
const MAX_PAGES = 100;

const Details = z.object({
  Data: z.object({
    PaymentStatus: z.array(
      z.object({
        PaymentTransactionId: z.string(),
        Status: z.string(),
        StatusDetail: z.object({ Status: z.string() }),
      }),
    ),
  }),
  Meta: z.object({ TotalPages: z.int() }),
});

const Statement = z.object({
  balance: z.string(),
  entries: z.array(
    z.object({
      amount: z.string(),
      reference: z.string(),
      counterparty: z.string(),
      kind: z.string(),
    }),
  ),
  next: z.null(),
});

/** The state of one payment in a file. */
export interface PaymentState {
  /** Index in the file, from 0. */
  readonly index: number;
  readonly status: string;
  /** Result from the scheme: an ISO 20022 status code or reason code. */
  readonly detail: string;
}

export interface Entry {
  /** Amount in pence. It is negative for a debit. */
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
  readonly kind: string;
}

/** Reads the status of every payment in a file, page by page. */
export async function readDetails(
  { files }: Tpp,
  paymentId: string,
  narrator: Narrator,
): Promise<readonly PaymentState[]> {
  const states: PaymentState[] = [];
  const bar = narrator.progress('Reading payment details');
  let milliseconds = 0;
  let last: Answer | undefined;
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    last = expectStatus(await files.readPaymentDetails(paymentId, page), 200);
    milliseconds += last.milliseconds;
    const { Data, Meta } = readAs(last, Details);
    pages = Meta.TotalPages;
    expect(
      pages <= MAX_PAGES,
      `Payment details have ${String(pages)} pages, more than ${String(MAX_PAGES)}.`,
    );
    for (const { PaymentTransactionId, Status, StatusDetail } of Data.PaymentStatus) {
      const index = Number(PaymentTransactionId.split('.').at(-1));
      states.push({ index, status: Status, detail: StatusDetail.Status });
    }
    bar.show(page / pages);
  }
  bar.end();
  const { method, path, status } = expectDefined(last, 'a page');
  narrator.exchange({ method, path, status, milliseconds }, `${count(states.length)} payments`);
  narrator.note(`${String(pages)} pages, read one after the other`);
  return states;
}

/** Reads the statement of the account that was debited. */
export async function readStatement(
  { sandbox }: Tpp,
  narrator: Narrator,
): Promise<{ readonly balancePence: Pence; readonly entries: readonly Entry[] }> {
  const answer = expectStatus(await sandbox.readEntries(DEBTOR_ACCOUNT), 200);
  const { balance, entries } = readAs(answer, Statement);
  narrator.exchange(answer, `${String(entries.length)} entries`);
  return {
    balancePence: penceOf(balance),
    entries: entries.map(({ amount, ...rest }) => ({ ...rest, amountPence: penceOf(amount) })),
  };
}

/** Converts an amount to pence, for example `-10.50` to -1050. */
function penceOf(amount: string): Pence {
  const pence = parseAmount(amount.replace('-', ''));
  expect(pence !== undefined, `${amount} is not an amount.`);
  return amount.startsWith('-') ? -pence : pence;
}
