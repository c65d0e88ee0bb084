import { formatMoment } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { TppReport } from '../../../domain/records/tpps.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Section } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { ConsolePage } from '../../page.tsx';
import { auditSubjectPath } from '../../paths.ts';
import { SUSPEND_TPP_PATH } from '../actions/action-forms.ts';
import { FactsButton } from '../actions/actions.tsx';
import { Done } from '../actions/decision-parts.tsx';
import { OnceForm } from '../actions/once-form.tsx';
import { Client } from './client.tsx';
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
