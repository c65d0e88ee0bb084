import { formatMoment } from '../../../domain/messages/format.ts';
import { formatPaymentType } from '../../../domain/messages/operator-text.ts';
import type { Instant } from '../../../shared/time.ts';
import { paymentPath } from '../../paths.ts';

/** A payment or a consent in a list of links. */
export interface LinkedPayment {
  readonly id: string;
  readonly family: string;
  readonly status: string;
  readonly createdAt: Instant;
}

interface LinksProperties {
  readonly title: string;
  readonly listed: readonly LinkedPayment[];
}

/** A list of links to the pages of payments or consents. Nothing if there are none. */
export function PaymentLinks({ title, listed }: LinksProperties) {
  if (listed.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="entries">
        {listed.map(({ id, family, status, createdAt }) => (
          <li>
            <a href={paymentPath(id)}>{id}</a>
            <span class="hint">{`${formatPaymentType(family)}, ${status}, ${formatMoment(createdAt)}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
