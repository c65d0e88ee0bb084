import type { PlaceOfPayment } from '../../domain/ports/customer-store.ts';
import type { Words } from '../../domain/messages/rich-text.ts';
import { dayOfInstant } from '../../domain/messages/format.ts';
import type { PaymentSummaries, PaymentSummary } from '../../use-cases/index.ts';
import { askingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Said } from '../components/user-text.tsx';
import { OwnPage } from './page.tsx';
import type { Own, OwnScene } from './portal-context.ts';

/** `?after=1795000000000.fp-1`: the place after which the list goes on. */
const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/;

/** `?after=…`: a page of what the customer's users approved, newest first. */
export async function showPayments(own: Own): Promise<PageBody> {
  const { parts, context, user, scene } = own;
  const after = placeIn(context.req.query('after'));
  const found = await parts.engine.listOwnPayments(user, after, parts.clock());
  const clients = [...new Set(found.payments.map(({ payment }) => payment.clientId))];
  const providers = new Map<string, Words>();
  for (const id of clients) providers.set(id, (await askingTppOf(parts.store, id)).name);
  return <PaymentsPage {...{ scene, found, providers }} isFirst={after === null} />;
}

function placeIn(written: string | undefined): PlaceOfPayment | null {
  const [, createdAt, id] = PLACE.exec(written ?? '') ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

interface PaymentsProperties {
  readonly scene: OwnScene;
  readonly found: PaymentSummaries;
  /** By client id. */
  readonly providers: ReadonlyMap<string, Words>;
  readonly isFirst: boolean;
}

function PaymentsPage({
  scene,
  found: { payments, next },
  providers,
  isFirst,
}: PaymentsProperties) {
  return (
    <OwnPage scene={scene} title="Payments">
      {payments.length === 0 ? (
        <p class="headline">
          {isFirst ? 'No payment was approved yet.' : 'There are no earlier payments.'}
        </p>
      ) : (
        <table class="stacked">
          <caption>What you and your colleagues approved, newest first</caption>
          <thead>
            <tr>
              <th scope="col">To</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((summary) => (
              <PaymentRow summary={summary} provider={providers.get(summary.payment.clientId)} />
            ))}
          </tbody>
        </table>
      )}
      <PagesOf isFirst={isFirst} next={next} />
    </OwnPage>
  );
}

interface RowProperties {
  readonly summary: PaymentSummary;
  readonly provider: Words | undefined;
}

function PaymentRow({ summary, provider = '' }: RowProperties) {
  const { payment, title, reference, amount, standing } = summary;
  return (
    <tr>
      <th scope="row">
        <a href={`/my/payments/${payment.id}`}>
          <Said words={title} />
        </a>
        <span class="hint">
          {`${dayOfInstant(payment.createdAt)}, through `}
          <Said words={provider} />
          {reference === null ? null : ', reference '}
          {reference === null ? null : <Said words={reference} />}
        </span>
      </th>
      <td>
        {amount}
        <span class="hint wrapped">{standing}</span>
      </td>
    </tr>
  );
}

function PagesOf({ isFirst, next }: { readonly isFirst: boolean; next: PlaceOfPayment | null }) {
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages">
      <ul class="pages">
        {isFirst ? null : (
          <li>
            <a href="/my/payments">Newest</a>
          </li>
        )}
        {next === null ? null : (
          <li>
            <a href={`/my/payments?after=${String(next.createdAt)}.${next.id}`}>Earlier</a>
          </li>
        )}
      </ul>
    </nav>
  );
}
