import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { expectStatus, readAs, tokenIn } from '../test-client/answer.ts';
import { PAYMENT_FILE_3_1 } from '../src/domain/records/file-types.ts';
import { displayAmount } from '../src/shared/money.ts';
import { expect, expectEqual } from './expect.ts';
import { announce, upload, type Tpp } from './journey.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { fileOf, hashOf, makeElement, type Initiation } from './payment-file.ts';
import type { Screen } from './terminal.ts';

/** Harbour's account. Every payment from it needs two approvals. */
const HARBOUR_ACCOUNT = '11280005550001';

/** Payments in the third file, with amounts in pence. */
const SUPPLIERS = [
  { creditor: 'Zoë Brontë Castings Ltd', account: '20041512345678', amountPence: 12_400_00 },
  { creditor: 'Albion Ropes plc', account: '20051760000007', amountPence: 8_150_00 },
  { creditor: 'Northgate Marine Ltd', account: '20051760000008', amountPence: 950_00 },
] as const;

/**
 * Maximum time for the schemes, in milliseconds. The second value is the interval between two
 * status requests.
 */
const FINISH_MS = 10_000;
const POLL_MS = 5;

const Payment = z.object({
  Data: z.object({
    FilePaymentId: z.string(),
    Status: z.string(),
    MultiAuthorisation: z.object({
      Status: z.string(),
      NumberRequired: z.int(),
      NumberReceived: z.int(),
    }),
  }),
});

const Further = z.object({ status: z.string(), received: z.int(), required: z.int() });
const Statement = z.object({
  entries: z.array(z.object({ amount: z.string(), kind: z.string() })),
});

/**
 * Shows a file of a company in which two people must approve payments. Nothing is paid before the
 * second person has approved.
 */
export async function showTwoApprovals(screen: Screen, tpp: Tpp): Promise<void> {
  screen.heading('A file that needs two approvals');
  const file = fileOf(
    SUPPLIERS.map((credit, index) => ({
      ...makeElement(index, credit),
      DebtorAccount: {
        SchemeName: 'UK.OBIE.SortCodeAccountNumber',
        Identification: HARBOUR_ACCOUNT,
      },
    })),
  );
  const totalPence = SUPPLIERS.reduce((sum, { amountPence }) => sum + amountPence, 0);
  screen.paragraph(
    `Harbour Holdings pays three suppliers, GBP ${displayAmount(totalPence)} in all, from an ` +
      'account whose payments need two approvals.',
  );
  const initiation: Initiation = {
    FileType: PAYMENT_FILE_3_1,
    FileHash: hashOf(file),
    NumberOfTransactions: String(SUPPLIERS.length),
  };
  const narrator = createNarrator(screen);
  const consentId = await announce(tpp, initiation, narrator);
  expectStatus(await upload(tpp, consentId, file, narrator), 200);
  const paymentId = await submit(tpp, { consentId, initiation }, narrator);
  await expectDebits(tpp, 0, narrator);

  narrator.caption('Dave, the second approver, approves it at the bank, without the TPP.');
  const wish = { user: 'dave', decision: 'approve' } as const;
  const further = await tpp.sandbox.decideFurther(paymentId, wish);
  const { status, received, required } = readAs(expectStatus(further, 200), Further);
  expectEqual('The approvals', [status, received, required], ['Authorised', 2, 2]);
  narrator.exchange(further, `${status}, ${String(received)} of ${String(required)}`);
  await finish(tpp, paymentId, narrator);
  await expectDebits(tpp, 1, narrator);
}

/**
 * Approves the consent as Dora and submits the payment, which then waits for a second approval.
 * Returns the payment id.
 */
async function submit(
  { files, sandbox }: Tpp,
  { consentId, initiation }: { readonly consentId: string; readonly initiation: Initiation },
  narrator: Narrator,
): Promise<string> {
  narrator.caption('Dora of Harbour approves it. The TPP submits it. It needs one more approval.');
  const decided = await sandbox.decide(consentId, { user: 'dora', decision: 'approve' });
  const token = tokenIn(expectStatus(decided, 200));
  narrator.exchange(decided, 'Authorised');
  const body = { Data: { ConsentId: consentId, Initiation: initiation } };
  const answer = await files.createPayment(body, token);
  const { FilePaymentId, Status, MultiAuthorisation } = readAs(
    expectStatus(answer, 201),
    Payment,
  ).Data;
  expectEqual('The new payment', Status, 'InitiationPending');
  expectEqual('Its approvals', MultiAuthorisation, {
    ...{ Status: 'AwaitingFurtherAuthorisation', NumberRequired: 2, NumberReceived: 1 },
  });
  narrator.exchange(answer, Status);
  narrator.note('MultiAuthorisation AwaitingFurtherAuthorisation, 1 of 2');
  return FilePaymentId;
}

/** Reads the statement of Harbour's account and checks how many debits it contains. */
async function expectDebits({ sandbox }: Tpp, debits: number, narrator: Narrator): Promise<void> {
  const answer = expectStatus(await sandbox.readEntries(HARBOUR_ACCOUNT), 200);
  const { entries } = readAs(answer, Statement);
  const found = entries.filter(({ kind }) => kind === 'debit');
  expectEqual("The debits of Harbour's account", found.length, debits);
  const amount = found[0]?.amount;
  narrator.exchange(answer, amount === undefined ? 'nothing debited' : `one debit, ${amount}`);
}

async function finish({ files }: Tpp, paymentId: string, narrator: Narrator): Promise<void> {
  const started = performance.now();
  for (;;) {
    const answer = await files.readPayment(paymentId);
    const { Status } = readAs(expectStatus(answer, 200), Payment).Data;
    if (Status !== 'InitiationPending') {
      expectEqual('The payment', Status, 'InitiationCompleted');
      narrator.exchange(answer, Status);
      return;
    }
    const isInTime = performance.now() - started < FINISH_MS;
    expect(isInTime, `The payment did not finish within ${String(FINISH_MS / 1000)} s.`);
    await setTimeout(POLL_MS);
  }
}
