import { UK_CREDITOR, type Creditor } from '../../domain/execution/credit.ts';
import type { Order } from '../../domain/execution/order.ts';
import type { RecallWriter } from '../../domain/ports/hub.ts';
import type { MessageOfCredit } from '../../domain/ports/recall-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import {
  hasRecalls,
  newRecallId,
  type PreparedRecall,
  type RecalledCredit,
  type RecallRequest,
} from '../../domain/schemes/recalls.ts';
import { uetrOf } from '../../domain/schemes/uetr.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findCredit, type FoundCredit } from '../payments/find-credit.ts';
import { isOwn } from './hub-gateway.ts';

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'holidays' | 'paymentSource' | 'settings'> & {
  readonly writer: RecallWriter;
};

/**
 * Writes and stores a recall of an accepted credit, if it can be recalled. A later turn hands it
 * over (send-recalls.ts). Only a return of the credit moves money.
 */
export async function requestRecall(parts: Parts, request: RecallRequest, act: Act): Promise<void> {
  const prepared = await prepareRecall(parts, request, act.at);
  if (prepared.kind === 'prepared') await parts.store.addRecall(prepared.recall, act);
}

/** Writes a recall of an accepted credit. Nothing is stored. */
export async function prepareRecall(
  parts: Parts,
  { paymentId, reason, note, index: requestedIndex }: RecallRequest,
  now: Instant,
): Promise<PreparedRecall> {
  const { store, writer } = parts;
  const payment = await store.findPayment(paymentId);
  if (payment === undefined) return { kind: 'unknownPayment' };
  const index = requestedIndex ?? (await onlyIndex(parts, payment));
  if (index === null) return { kind: 'indexMissing' };
  const found = await findCredit(parts, payment, index);
  if (found === undefined) return { kind: 'unknownCredit' };
  const { credit } = found;
  const handedOver = await findHandedOver(parts, payment, found);
  if (handedOver.kind !== 'handedOver') return handedOver;
  const { message, creditor } = handedOver;
  const id = newRecallId(now);
  const recalled = recalledCredit(parts, message, credit, orderOf(parts, payment) !== null);
  const { createdAt, settlementDate, content: sent } = message;
  const text = sent.kind === 'text' ? sent.text : null;
  const content = writer.writeRecall({
    id,
    createdAt: now,
    reason,
    note,
    credit: recalled,
    payment: credit,
    creditor,
    message: { createdAt, settlementDate, text },
  });
  const recall = { id, reason, note, credit: recalled, content };
  return { kind: 'prepared', recall, payment: credit, payee: creditor.name, settlementDate };
}

/** Returns the message and the creditor of a credit, or why the credit has no recalls. */
export async function findHandedOver(
  parts: Pick<UseCaseParts, 'store' | 'paymentSource' | 'settings'>,
  payment: Payment,
  { batch, credit }: FoundCredit,
): Promise<
  | { readonly kind: 'handedOver'; readonly message: MessageOfCredit; readonly creditor: Creditor }
  | { readonly kind: 'own' | 'noRecalls' | 'notAccepted' }
> {
  const { store, settings } = parts;
  const { creditor = { ...UK_CREDITOR, name: credit.creditorName } } =
    orderOf(parts, payment) ?? {};
  const message = await store.findMessageOfCredit(batch, credit.index);
  const bankSortCodes = message?.bankSortCodes.split(',') ?? settings.bankSortCodes;
  if (isOwn(creditor, credit.creditor, bankSortCodes)) return { kind: 'own' };
  if (!hasRecalls(credit.instrument)) return { kind: 'noRecalls' };
  return message === undefined
    ? { kind: 'notAccepted' }
    : { kind: 'handedOver', message, creditor };
}

/** Returns the index of the only credit of a payment. Returns null if it may have several. */
async function onlyIndex(parts: Parts, payment: Payment): Promise<number | null> {
  if (orderOf(parts, payment) === null) {
    const file = await parts.store.findFile(payment.consentId);
    return file?.payments === 1 ? 0 : null;
  }
  return (await parts.store.batchesOf(payment.id)).length > 1 ? null : 0;
}

function orderOf({ paymentSource }: Pick<Parts, 'paymentSource'>, payment: Payment): Order | null {
  const instruction = paymentSource.ofPayment(payment);
  return instruction.kind === 'order' ? instruction.order : null;
}

/** Returns the credit as its message contains it. */
function recalledCredit(
  { writer }: Pick<Parts, 'writer'>,
  { id: messageId, total }: MessageOfCredit,
  { index, instrument, endToEndIdentification, amountPence }: SinglePayment,
  isOfOrder: boolean,
): RecalledCredit {
  // The message of an order contains one credit, whose amount may be in another currency.
  return {
    messageId,
    index,
    instrument,
    endToEndId: writer.endToEndId(instrument, endToEndIdentification),
    uetr: uetrOf({ messageId, index }),
    amount: isOfOrder ? total : { minor: amountPence, currency: total.currency },
  };
}
