import { serviceActor } from '../../src/domain/records/audit.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { bookingOf } from '../contract/store/fixtures.ts';
import { messageOf } from '../contract/store/hub-messages.ts';
import { scheduledStep, type ConsoleBank } from './console-bank.ts';

let messages = 0;

/** Hands over a payment to a hub. Returns the id of the message. */
export async function handedOver(bank: ConsoleBank): Promise<{ readonly messageId: string }> {
  const { store, clock } = bank.service;
  const work = await scheduledStep(bank);
  const payment = expectDefined(await store.findPayment(work.paymentId), 'the payment');
  const [batch] = await store.batchesOf(payment.id);
  const { totalPence } = expectDefined(batch, 'its batch');
  const consent = expectDefined(await store.findConsent(payment.consentId), 'the consent');
  const account = expectDefined(consent.debtorAccount, 'the debtor account');
  const debit = { index: null, amountPence: totalPence, reference: 'R', counterparty: 'C' };
  const now = clock.now();
  await store.bookDebits(work, bookingOf([{ ...debit, account }]), now);
  messages += 1;
  const messageId = `M${String(messages).padStart(23, '0')}`;
  await store.addMessages({ paymentId: payment.id, number: work.batch }, [
    { ...messageOf('p', 2), id: messageId, total: { minor: totalPence, currency: 'GBP' } },
  ]);
  await store.markHandedOver(messageId, now);
  return { messageId };
}

/** Proposes to reject a credit that was handed over. Returns the number of the proposal. */
export async function proposedOutcome(bank: ConsoleBank, by: string): Promise<number> {
  const { messageId } = await handedOver(bank);
  const request = { creditId: `${messageId}-0`, outcome: 'rejected', code: 'AC04' } as const;
  const at = bank.service.clock.now();
  const act = { at, by: { ...serviceActor(by), kind: 'operator' } as const };
  const added = await bank.deciding.proposeOutcome({ ...request, reason: 'They called.' }, act);
  if (added.kind !== 'proposed') throw new Error(added.kind);
  return added.proposal.id;
}

/** Holds a payment. Returns the number of its case. */
export async function heldPayment(bank: ConsoleBank): Promise<number> {
  const { store, clock } = bank.service;
  const work = await scheduledStep(bank);
  const reasons = {
    class: 'fraud',
    reasons: ['V-7'],
    bankCaseId: 'C-1',
    tellPayer: 'delay',
  } as const;
  const size = { payments: 2, totalPence: 200, endsAt: null, heldBy: null };
  await store.openCase(work, { ...reasons, ...size, screeningId: null }, clock.now());
  const [held] = await store.casesOf([work.paymentId]);
  return expectDefined(held, 'the case').id;
}
