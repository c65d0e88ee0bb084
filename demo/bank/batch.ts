import { expectStatus, tokenIn } from '../../test-client/answer.ts';
import type { Pence } from '../../src/shared/money.ts';
import { expectEqual } from '../expect.ts';
import { announce, expectConsent, submit, upload } from '../journey.ts';
import {
  DEBTOR_ACCOUNT,
  fileOf,
  initiationOf,
  makeElement,
  type PaymentFile,
} from '../payment-file.ts';
import { readDetails } from '../reading.ts';
import { left, right } from '../terminal.ts';
import { approveAtBank } from './customer.ts';
import type { Stage } from './stage.ts';
import { waitFor } from './wait.ts';

const PAYROLL_ACCOUNT = '11280001234568';
/** An account of Northwind with a balance of £500.00. */
const LOW_ACCOUNT = '11280001234569';

/** The payments of the file, with their results. */
const CREDITS = [
  ...[
    { creditor: 'Fresco Ltd', account: '20000000000001', amountPence: 120_00 },
    { creditor: 'Harrow Steel Ltd', account: '20051760000000', amountPence: 480_00 },
  ].map((credit) => ({ ...credit, debtor: DEBTOR_ACCOUNT, ends: 'ACSC', why: 'paid' })),
  {
    ...{ creditor: 'Priya Sharma', account: '20000000000005', amountPence: 950_00 },
    ...{ debtor: PAYROLL_ACCOUNT, ends: 'ACSC', why: 'paid' },
  },
  {
    ...{ creditor: 'Nowhere Ltd', account: '99999900000001', amountPence: 75_00 },
    ...{ debtor: DEBTOR_ACCOUNT, ends: 'AC01', why: 'scheme rejects, credit' },
  },
  {
    ...{ creditor: 'Pennine Timber Co', account: '20051861234567', amountPence: 600_00 },
    ...{ debtor: LOW_ACCOUNT, ends: 'AM04', why: 'refused by the core' },
  },
] as const;

/** Amount that leaves the main account, in pence. */
export const BATCH_DEBIT_PENCE: Pence = CREDITS.filter(
  ({ debtor, ends }) => debtor === DEBTOR_ACCOUNT && ends === 'ACSC',
).reduce((sum, { amountPence }) => sum + amountPence, 0);

/** Pays a BATCH file from three accounts. */
export async function payBatch({ screen, narrator, bank, tpp, operations }: Stage): Promise<void> {
  screen.paragraph(
    'The file is booked payment by payment. One payment is larger than the balance of its account, ' +
      'and the scheme will reject another.',
  );
  const file = makeBatch();
  const initiation = initiationOf(file);
  const consentId = await announce(tpp, initiation, narrator);
  expectStatus(await upload(tpp, consentId, file.bytes, narrator), 200);
  await expectConsent(tpp, consentId, 'AwaitingAuthorisation', narrator);
  screen.line();
  const url = await tpp.authorisation.authorizeUrl(consentId);
  const { code } = await approveAtBank(screen, bank, url, DEBTOR_ACCOUNT);
  const customerToken = tokenIn(expectStatus(await tpp.authorisation.redeem(code), 200));
  const paymentId = await submit(tpp, { consentId, initiation, customerToken }, narrator);
  await waitFor(screen, 'Waiting for the file', async () => {
    const read = expectStatus(await tpp.files.readPayment(paymentId), 200);
    return read.text.includes('"InitiationPending"') ? undefined : read;
  });
  const states = await readDetails(tpp, paymentId, narrator);
  expectEqual(
    'The payments',
    states.map(({ detail }) => detail),
    CREDITS.map(({ ends }) => ends),
  );
  screen.line();
  for (const [index, { creditor, debtor, ends, why }] of CREDITS.entries()) {
    const status = screen.style(ends === 'ACSC' ? 'green' : 'red', ends);
    screen.line(
      `${right(String(index), 4)}  ${left(creditor, 18)} from ${debtor}  ${status}  ${why}`,
    );
  }
  screen.line();
  await waitFor(screen, 'Waiting for the core', () => {
    const isBooked = operations.count('post') === CREDITS.length - 1;
    return isBooked && operations.count('credit') === 1 ? true : undefined;
  });
  operations.show(screen);
}

function makeBatch(): PaymentFile {
  const elements = CREDITS.map(({ debtor, ...credit }, index) => {
    const element = makeElement(index, credit);
    const SchemeName = 'UK.OBIE.SortCodeAccountNumber';
    return { ...element, DebtorAccount: { SchemeName, Identification: debtor } };
  });
  return {
    bytes: fileOf(elements),
    creditors: CREDITS.map(({ creditor }) => creditor),
    amountsPence: CREDITS.map(({ amountPence }) => amountPence),
    totalPence: CREDITS.reduce((sum, { amountPence }) => sum + amountPence, 0),
  };
}
