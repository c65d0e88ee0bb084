import {
  formatCount,
  formatDay,
  formatMoment,
  formatNumber,
} from '../../../domain/messages/format.ts';
import { CONSENT_STATUSES, formatConsentCounts } from '../../../domain/messages/operator-text.ts';
import { userText, type RichText } from '../../../domain/messages/rich-text.ts';
import { MAX_BACKLOG_COUNTED } from '../../../domain/records/event-notifications.ts';
import { MAX_CLIENT_ACTIVITY, type ClientReport } from '../../../domain/records/tpps.ts';
import { Entry } from '../../../web/components/section.tsx';
import { Table } from '../../../web/components/table.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { PaymentLinks } from '../payments/payment-links.tsx';

/** A client of a TPP with its newest consents and payments. */
export function Client({ client }: { readonly client: ClientReport }) {
  const { clientId, openConsents, payments, isComplete } = client;
  return (
    <Entry id={`client-${clientId}`} title={`Client ${clientId}`}>
      <ClientFacts client={client} />
      {isComplete ? null : (
        <p class="quiet">
          {`Only the newest ${formatNumber(MAX_CLIENT_ACTIVITY)} consents and payments are counted.`}
        </p>
      )}
      <Days client={client} />
      <PaymentLinks
        title="Newest open consents"
        listed={openConsents.map((one) => ({ ...one, status: CONSENT_STATUSES[one.status] }))}
      />
      <PaymentLinks title="Newest payments" listed={payments} />
    </Entry>
  );
}

function ClientFacts({ client }: { readonly client: ClientReport }) {
  const { software, registeredAt, isAdmitted, consents } = client;
  const { certificates, keys } = software;
  return (
    <dl>
      <Row label="Software" value={[userText(software.name), software.id]} />
      <Row label="Status in the directory" value={software.status} />
      <Row label="May use the service" value={isAdmitted ? 'yes' : 'no'} />
      <Row
        label="Registered"
        value={registeredAt === null ? 'not registered' : formatMoment(registeredAt)}
      />
      <Row
        label="Certificates"
        value={orNone(
          certificates.map(({ thumbprint, status }) => `${thumbprint} (${status})`),
          'none in the directory',
        )}
      />
      <Row
        label="Signing keys"
        value={orNone(
          keys.map(({ kid }) => userText(kid)),
          'none in the directory',
        )}
      />
      <Row label="Consents" value={orNone(formatConsentCounts(consents), 'none')} />
      <Events client={client} />
    </dl>
  );
}

function Events({ client: { events } }: { readonly client: ClientReport }) {
  if (events === null) return <Row label="Events" value="no subscription" />;
  const { callbackUrl, backlog, unresponsiveSince, failedAt, problem, succeededAt } = events;
  const isMore = backlog === MAX_BACKLOG_COUNTED ? ' or more' : '';
  return (
    <>
      <Row label="Events" value={`${formatCount(backlog, 'event')}${isMore} not acknowledged`} />
      <Row
        label="Callback address"
        value={callbackUrl === null ? 'none, the TPP polls' : userText(callbackUrl)}
      />
      {succeededAt === null ? null : (
        <Row label="Last accepted event" value={formatMoment(succeededAt)} />
      )}
      {failedAt === null ? null : (
        <Row label="Last failed event" value={[formatMoment(failedAt), userText(problem ?? '')]} />
      )}
      {unresponsiveSince === null ? null : (
        <Row label="Unresponsive since" value={formatMoment(unresponsiveSince)} />
      )}
    </>
  );
}

function Days({ client: { clientId, days } }: { readonly client: ClientReport }) {
  if (days.length === 0) return null;
  return (
    <Table
      caption={`Newest days of client ${clientId}`}
      columns={['Day', 'Consents', 'Payments', 'Rejected']}
    >
      {days.map(({ day, consents, payments, rejected }) => (
        <tr>
          <th scope="row">{formatDay(day)}</th>
          <td>{formatNumber(consents)}</td>
          <td>{formatNumber(payments)}</td>
          <td>{formatNumber(rejected)}</td>
        </tr>
      ))}
    </Table>
  );
}

function orNone(values: readonly RichText[], none: string): readonly RichText[] {
  return values.length === 0 ? [none] : values;
}
