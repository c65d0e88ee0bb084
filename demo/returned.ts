import { z } from 'zod';
import { expectStatus, readAs } from '../test-client/answer.ts';
import { expectDefined } from '../src/shared/assert.ts';
import { displayAmount } from '../src/shared/money.ts';
import { DAY_MS, parseInstant } from '../src/shared/time.ts';
import { expectEqual } from './expect.ts';
import type { Tpp } from './journey.ts';
import { createNarrator } from './narrator.ts';
import type { PaymentFile } from './payment-file.ts';
import { readDetails, readStatement, type PaymentState } from './reading.ts';
import type { Screen } from './terminal.ts';

/** Days after the payment on which the creditor's bank returns it. */
const DAYS_LATER = 3;

const Clock = z.object({ now: z.string() });

/**
 * Shows a payment of the file that the scheme accepted, and that the creditor's bank returns days
 * later. Checks that the debtor gets the money once (rules, 13.10).
 */
export async function showReturned(
  screen: Screen,
  tpp: Tpp,
  file: PaymentFile,
  { paymentId, states }: { readonly paymentId: string; readonly states: readonly PaymentState[] },
): Promise<void> {
  screen.heading('A payment that comes back');
  const { sandbox } = tpp;
  const narrator = createNarrator(screen);
  const accepted = states.find(({ detail }) => detail === 'ACSC');
  const { index } = expectDefined(accepted, 'an accepted payment');
  const amountPence = expectDefined(file.amountsPence[index], 'its amount');
  const creditor = expectDefined(file.creditors[index], 'its creditor');
  screen.paragraph(
    `${creditor} closed the account after the payment. Days later, the creditor's bank sends ` +
      `GBP ${displayAmount(amountPence)} back.`,
  );
  const before = await readStatement(tpp, narrator);
  const { now } = readAs(expectStatus(await sandbox.readClock(), 200), Clock);
  const later = expectDefined(parseInstant(now), 'the time') + DAYS_LATER * DAY_MS;
  expectStatus(await sandbox.moveClock(later), 200);
  const returned = await sandbox.returnCredit(paymentId, { index, reason: 'AC04' });
  narrator.exchange(expectStatus(returned, 200), 'Returned');
  const after = await readStatement(tpp, narrator);
  const entry = expectDefined(after.entries.at(-1), 'an entry');
  narrator.note(`${entry.reference}, ${displayAmount(entry.amountPence)}`);
  const found = [after.entries.length - before.entries.length, entry.kind, entry.amountPence];
  expectEqual('The new entries', found, [1, 'returned-credit', amountPence]);
  expectEqual('The balance', after.balancePence, before.balancePence + amountPence);
  const state = (await readDetails(tpp, paymentId, narrator)).find((one) => one.index === index);
  expectEqual('The payment', state, { index, status: 'Rejected', detail: 'AC04' });
  narrator.note(`payment ${String(index)} is Rejected now, AC04`);
}
