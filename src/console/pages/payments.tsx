import { userText } from '../../domain/messages/rich-text.ts';
import type { PageBody } from '../../web/components/layout.tsx';
import { Row } from '../../web/components/user-text.tsx';
import type { OperatorRequest } from '../console-context.ts';
import { ConsolePage } from '../page.tsx';

/** Format of the ids of payments and consents. */
const ID = /^[\w-]{1,128}$/;

/** Finds a payment by its id or by the id of its consent, and renders what it found. */
export async function submitSearch(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<PageBody> {
  const { store } = request.parts;
  const id = (fields.get('search') ?? '').trim();
  const payment = ID.test(id)
    ? ((await store.findPayment(id)) ?? (await store.findPaymentOf(id)))
    : undefined;
  return (
    <ConsolePage request={request} title="Payments">
      {payment === undefined ? (
        <p>No payment has this id. Enter the id of a payment, or of its consent.</p>
      ) : (
        <dl>
          <Row label="Payment" value={userText(payment.id)} />
          <Row label="Type" value={userText(payment.family)} />
          <Row label="Consent" value={userText(payment.consentId)} />
          <Row label="TPP" value={userText(payment.clientId)} />
          <Row label="Status" value={userText(payment.groupStatus)} />
        </dl>
      )}
    </ConsolePage>
  );
}
