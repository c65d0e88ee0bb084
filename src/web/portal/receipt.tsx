import { theirs, worded, type Words } from '../../domain/messages/rich-text.ts';
import { accountInWords, dayInWords } from '../../domain/messages/format.ts';
import type { Receipt } from '../../use-cases/index.ts';
import type { Instant } from '../../shared/time.ts';
import { askingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Row } from '../components/row.tsx';
import { OwnPage } from './page.tsx';
import type { Own, OwnScene } from './portal-context.ts';
import { momentInWords } from './pending-approvals.tsx';

/** `?number=3`: the third payment of a file or an order; the first where none is named. */
export async function showReceipt(own: Own): Promise<PageBody | undefined> {
  const { parts, context, user, scene } = own;
  const number = context.req.query('number') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  const now = parts.clock();
  const id = context.req.param('id') ?? '';
  const receipt = await parts.engine.viewReceipt(id, Number(number) - 1, user, now);
  if (receipt === undefined) return undefined;
  const { name } = await askingTppOf(parts.store, receipt.payment.clientId);
  return <ReceiptPage {...{ scene, receipt, now }} provider={name} />;
}

/** Where the receipt of one payment is. */
export function receiptPath(paymentId: string, index: number): string {
  return `/my/payments/${paymentId}/receipt?number=${String(index + 1)}`;
}

interface ReceiptProperties {
  readonly scene: OwnScene;
  readonly receipt: Receipt;
  readonly provider: Words;
  readonly now: Instant;
}

function ReceiptPage({ scene, receipt, provider, now }: ReceiptProperties) {
  const { payment, amount, cost, account, lines, takenOn, valueDate, paidAt } = receipt;
  return (
    <OwnPage scene={scene} title="Receipt">
      <p class="screen">
        <a href={`/my/payments/${payment.id}`}>Back to the payment</a>
      </p>
      <p class="headline">{`${amount} was paid`}</p>
      <dl>
        {lines.map((line) => (
          <Row {...line} />
        ))}
        <Row
          label="From account"
          value={worded`${accountInWords(account.number)}, ${theirs(account.holderName)}`}
        />
        <Row label="Taken from the account" value={cost.taken} />
        <Row label="Our charge" value={cost.charge} />
        {cost.rate === null ? null : <Row label="Rate" value={`${cost.rate} for a pound`} />}
        <Row label="Taken on" value={dayInWords(takenOn)} />
        <Row label="Value date" value={dayInWords(valueDate)} />
        {paidAt === null ? null : <Row label="Accepted" value={momentInWords(paidAt)} />}
        <Row label="Asked for by" value={provider} />
        <Row label="Sent to us" value={momentInWords(payment.createdAt)} />
        <Row label="Number" value={receipt.transactionId} />
      </dl>
      <p class="quiet">{`${scene.bankName}, as it stood on ${momentInWords(now)}.`}</p>
    </OwnPage>
  );
}
