import {
  formatAccount,
  formatCount,
  formatMoment,
  formatPounds,
} from '../../../domain/messages/format.ts';
import { CONSENT_STATUSES } from '../../../domain/messages/operator-text.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type {
  CustomerReport,
  CustomerUserReport,
} from '../../../domain/records/customer-report.ts';
import type { Pence } from '../../../shared/money.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry, Section } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { actOf, RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { LinkedRow } from '../../linked-row.tsx';
import { ConsolePage } from '../../page.tsx';
import { auditSubjectPath, paymentPath } from '../../paths.ts';
import { FactsButton } from '../actions/actions.tsx';
import { PaymentLinks } from '../payments/payment-links.tsx';

interface CustomerProperties {
  readonly request: OperatorRequest;
  readonly customer: CustomerReport;
}

/** Renders a customer. The view is recorded in the audit log before the page is shown. */
export async function showCustomer(request: OperatorRequest): Promise<PageBody> {
  const { parts, context } = request;
  const id = context.req.param('id') ?? '';
  const customer = await parts.useCases.viewCustomer(id, actOf(request));
  if (customer === undefined) throw new RecordMissing('unknownCustomer');
  const { name, segment, companyLimitPence, users, payments, isShortened } = customer;
  return (
    <ConsolePage request={request} title="A customer">
      <Section id="facts" title="Facts">
        <dl>
          <Row label="Name" value={userText(name)} />
          <Row label="Customer" value={userText(id)} />
          <Row label="Segment" value={segment} />
          <Row label="Maximum of a file" value={limitText(companyLimitPence)} />
        </dl>
      </Section>
      {users.map((user) => (
        <User request={request} user={user} />
      ))}
      <Accounts customer={customer} />
      <Permissions request={request} customer={customer} />
      <Section id="payments" title="Payments">
        {payments.length === 0 ? <p>There are none.</p> : null}
        <PaymentLinks title="Newest payments" listed={payments} />
      </Section>
      {isShortened ? (
        <p class="quiet">
          The lists show the first 100 users and accounts, and the newest 20 permissions and
          payments. There are more.
        </p>
      ) : null}
      <p class="quiet">
        Consents without a payment do not belong to a customer until a user approves them.{' '}
        <a href={auditSubjectPath(id)}>Who viewed this customer</a>
      </p>
    </ConsolePage>
  );
}

function limitText(pence: Pence | null): string {
  return pence === null ? 'no limit' : formatPounds(pence);
}

function User({ request, user }: { request: OperatorRequest; user: CustomerUserReport }) {
  const { id, mayUploadFiles, userLimitPence, hasPassword, lockedUntil, passkeys } = user;
  const { lastSignInAt } = user;
  return (
    <Entry id={`user-${id}`} title={`User ${id}`}>
      <dl>
        <Row label="Payment files" value={mayUploadFiles ? 'may approve them' : 'not allowed'} />
        <Row label="Maximum of a file" value={limitText(userLimitPence)} />
        <Row label="Password" value={hasPassword ? 'yes' : 'none, signs in at the bank'} />
        <Row label="Passkeys" value={formatCount(passkeys, 'passkey')} />
        <Row
          label="Last attempt to sign in"
          value={lastSignInAt === null ? 'never' : formatMoment(lastSignInAt)}
        />
        <Row
          label="Locked out"
          value={lockedUntil === null ? 'no' : `until ${formatMoment(lockedUntil)}`}
        />
      </dl>
      {lockedUntil === null ? null : (
        <FactsButton
          request={request}
          action="endLockout"
          subject={id}
          button={`Propose to end the lockout of ${id}`}
        />
      )}
    </Entry>
  );
}

function Accounts({ customer: { accounts } }: Pick<CustomerProperties, 'customer'>) {
  return (
    <Section id="accounts" title="Accounts">
      <p>Every user of the customer may use these accounts.</p>
      <dl>
        {accounts.map(({ number, kind, state, mandate }) => (
          <Row
            label={formatAccount(number)}
            value={[
              `${kind}, ${state}`,
              mandate.length === 0
                ? 'one user approves'
                : mandate
                    .map(({ fromPence, approvals }) => {
                      return `${formatCount(approvals, 'user')} from ${formatPounds(fromPence)}`;
                    })
                    .join(', '),
            ]}
          />
        ))}
      </dl>
    </Section>
  );
}

function Permissions({ request, customer: { permissions } }: CustomerProperties) {
  return (
    <Section id="permissions" title="Permissions">
      {permissions.length === 0 ? <p>There are no consents to recurring payments (VRP).</p> : null}
      {permissions.map(({ id, status, createdAt, clientId, grantedBy }) => (
        <div class="entry">
          <dl>
            <LinkedRow label="Consent" text={id} href={paymentPath(id)} />
            <Row label="Status" value={CONSENT_STATUSES[status]} />
            <Row label="Created" value={formatMoment(createdAt)} />
            <Row label="Approved by" value={userText(grantedBy)} />
            <Row label="Client" value={userText(clientId)} />
          </dl>
          {status === 'Authorised' ? (
            <FactsButton
              request={request}
              action="endPermission"
              subject={id}
              button={`Propose to end permission ${id}`}
            />
          ) : null}
        </div>
      ))}
    </Section>
  );
}
