import {
  formatCount,
  formatDay,
  formatMoment,
  formatNumber,
} from '../../../domain/messages/format.ts';
import { CONSENT_STATUSES, formatConsentCounts } from '../../../domain/messages/operator-text.ts';
import { userText, type RichText } from '../../../domain/messages/rich-text.ts';
import { MAX_BACKLOG_COUNTED } from '../../../domain/records/event-notifications.ts';
import {
  MAX_CLIENT_ACTIVITY,
  type ClientReport,
  type TppReport,
} from '../../../domain/records/tpps.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry, Section } from '../../../web/components/section.tsx';
import { Table } from '../../../web/components/table.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { ConsolePage } from '../../page.tsx';
import { auditSubjectPath } from '../../paths.ts';
import { SUSPEND_TPP_PATH } from '../actions/action-forms.ts';
import { FactsButton } from '../actions/actions.tsx';
import { Done } from '../actions/decision-parts.tsx';
import { OnceForm } from '../actions/once-form.tsx';
import { PaymentLinks } from '../payments/payment-links.tsx';
import { accessOf } from './tpps.tsx';

/** Renders a TPP with its clients, and the forms that suspend it and end the suspension. */
export async function showTpp(request: OperatorRequest): Promise<PageBody> {
  const { parts, context } = request;
  const tpp = await parts.useCases.viewTpp(context.req.param('id') ?? '');
  if (tpp === undefined) throw new RecordMissing('unknownTpp');
  const { id, reports, omitted } = tpp;
  return (
    <ConsolePage request={request} title="A TPP">
      <Done request={request} />
      <Facts tpp={tpp} />
      <Access request={request} tpp={tpp} />
      {reports.map((client) => (
        <Client client={client} />
      ))}
      {omitted === 0 ? null : (
        <p class="quiet">{`Only the first ${String(reports.length)} clients are shown.`}</p>
      )}
      <p class="quiet">
        The service does not store requests. The days count stored consents and payments. Requests
        and errors of a client are in the log.{' '}
        <a href={auditSubjectPath(id)}>Entries of the audit log about this TPP</a>
      </p>
    </ConsolePage>
  );
}

function Facts({ tpp }: { readonly tpp: TppReport }) {
  const { id, name, status, roles, suspension } = tpp;
  return (
    <Section id="facts" title="Facts">
      <dl>
        <Row label="Name" value={userText(name)} />
        <Row label="Organisation" value={userText(id)} />
        <Row label="Access" value={accessOf(tpp)} />
        <Row label="Status in the directory" value={status} />
        <Row
          label="Roles in the directory"
          value={roles.length === 0 ? 'none' : roles.join(', ')}
        />
        {suspension === null ? null : (
          <>
            <Row label="Suspended" value={formatMoment(suspension.at)} />
            <Row label="Suspended by" value={userText(suspension.by)} />
            <Row label="Reason" value={userText(suspension.reason)} />
          </>
        )}
      </dl>
    </Section>
  );
}

interface AccessProperties {
  readonly request: OperatorRequest;
  readonly tpp: TppReport;
}

function Access({ request, tpp: { id, suspension } }: AccessProperties) {
  return (
    <Section id="access" title="Access">
      {suspension === null ? (
        <>
          <p>
            A suspension refuses every request and token of this TPP at once, on all nodes.
            Submitted payments are still executed, and customers can still cancel them and end
            permissions. Two operators end a suspension.
          </p>
          <OnceForm
            request={request}
            action={SUSPEND_TPP_PATH}
            id="suspend"
            button="Suspend this TPP"
            hidden={{ tpp: id }}
          />
        </>
      ) : (
        <>
          <p>The TPP is suspended. Another operator must confirm the end of the suspension.</p>
          <FactsButton
            request={request}
            action="resumeTpp"
            subject={id}
            button="Propose to end the suspension"
          />
        </>
      )}
    </Section>
  );
}

/** A client of a TPP with its newest consents and payments. */
function Client({ client }: { readonly client: ClientReport }) {
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
