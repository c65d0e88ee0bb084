import { formatCount, formatMoment } from '../../../domain/messages/format.ts';
import { formatPaymentType } from '../../../domain/messages/operator-text.ts';
import { richText, userText, type RichText } from '../../../domain/messages/rich-text.ts';
import type { WaitingApproval } from '../../../domain/records/waiting-approval.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { Row, UserText } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { LinkedRow } from '../../linked-row.tsx';
import { ConsolePage } from '../../page.tsx';
import { APPROVALS_PATH, csvPath, customerPath, paymentPath, tppPath } from '../../paths.ts';
import { recordListView } from './list-parts.ts';

/** Renders the payments that wait for further approvals, with the users who can give them. */
export async function showApprovals(request: OperatorRequest): Promise<PageBody> {
  const { parts } = request;
  const { listed, hasMore } = await parts.useCases.listWaitingApprovals(parts.clock());
  const blocked = listed.filter(({ isBlocked }) => isBlocked);
  await recordListView(request, 'approvals', { shown: listed.length });
  return (
    <ConsolePage request={request} title="Approvals">
      <p>Payments that wait for further approvals of their customers, the first deadline first.</p>
      {listed.length === 0 ? <p class="headline">No payment waits for approvals.</p> : null}
      {blocked.length === 0 ? null : (
        <p class="mark">
          {`Too few users can approve ${formatCount(blocked.length, 'payment')}. The payments are marked.`}
        </p>
      )}
      {listed.map((waiting) => (
        <Waiting waiting={waiting} />
      ))}
      {hasMore ? <p class="quiet">{`Only the first ${String(listed.length)} are shown.`}</p> : null}
      <CsvLink path={csvPath(APPROVALS_PATH)} />
    </ConsolePage>
  );
}

function Waiting({ waiting }: { readonly waiting: WaitingApproval }) {
  const { id, family, amount, approval, customerId, clientId, organisationId } = waiting;
  return (
    <Entry id={`waiting-${id}`} title={<a href={paymentPath(id)}>{`Payment ${id}`}</a>}>
      {waiting.isBlocked ? (
        <p class="mark">
          Nobody can give the missing approvals. The customer must change its users.
        </p>
      ) : null}
      <dl>
        <Row label="Amount" value={`${amount} (${formatPaymentType(family)})`} />
        <Row
          label="Approvals"
          value={`${String(approval.received)} of ${String(approval.required)}, until ${formatMoment(approval.approveBy)}`}
        />
        <LinkedRow label="Customer" text={customerId} href={customerPath(customerId)} />
        <LinkedRow
          label="TPP"
          text={organisationId === null ? clientId : `${organisationId}, client ${clientId}`}
          href={organisationId === null ? null : tppPath(organisationId)}
        />
        <Row label="Can approve" value={usersText(waiting.approvers)} />
      </dl>
      {waiting.refused.length === 0 ? null : (
        <ul class="entries">
          {waiting.refused.map(({ userId, problem }) => (
            <li>
              <UserText text={richText`${userText(userId)} cannot approve: ${userText(problem)}`} />
            </li>
          ))}
        </ul>
      )}
    </Entry>
  );
}

function usersText(users: readonly string[]): RichText {
  return users.length === 0 ? richText`Nobody` : userText(users.join(', '));
}
