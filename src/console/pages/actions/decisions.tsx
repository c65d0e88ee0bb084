import { formatCount, formatMoment, formatPounds } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import type { ProposedCaseDecision, ScreeningCase } from '../../../domain/records/screening.ts';
import type { FactLine } from '../../../domain/records/payment-timeline.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { RecordMissing, type OperatorRequest, type Page } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { recordListView } from '../overview/list-parts.ts';
import { PAYMENT_ID } from '../../paths.ts';
import { ConsoleForm, ConsolePage, ReasonField } from '../../page.tsx';
import { AllCases } from './all-cases.tsx';
import { Done, PaymentRow, ProposalForms } from './decision-parts.tsx';
import { Action } from './proposed-action.tsx';
import { CONFIRM_CASE_PATH, PROPOSE_CASE_PATH, WITHDRAW_CASE_PATH } from './decision-forms.ts';

/** Maximum number of proposals, and of held payments, that the page lists. */
const MAX_LISTED = 100;

/**
 * Returns the proposals that can be confirmed, with their current facts, and the held payments. The
 * query `?payment=` selects the held parts of one payment. Throws RecordMissing if it is not an id.
 */
async function listed(request: OperatorRequest) {
  const { store, clock, useCases } = request.parts;
  const paymentId = request.context.req.query('payment');
  if (paymentId !== undefined && !PAYMENT_ID.test(paymentId)) {
    throw new RecordMissing('unknownPayment');
  }
  const found =
    paymentId === undefined ? await store.listCases(MAX_LISTED) : await store.casesOf([paymentId]);
  const cases = found.slice(0, MAX_LISTED);
  const actions = await store.listActions('open', clock(), MAX_LISTED);
  const current = await Promise.all(
    actions.map((proposal) => useCases.currentFacts(proposal, clock())),
  );
  return { cases, actions, current, paymentId, count: found.length };
}

/** The page. Its version has no facts of held payments, because they stay the same. */
export const DECISIONS: Page = { role: 'read', show: showDecisions, version: listed };

/** Renders everything that waits for another operator, and the held payments. */
async function showDecisions(request: OperatorRequest): Promise<PageBody> {
  const { clock, useCases } = request.parts;
  const { cases, actions, current, paymentId, count } = await listed(request);
  const facts: (readonly FactLine[])[] = [];
  for (const held of cases) facts.push(await useCases.heldPaymentFacts(held, clock()));
  // An update belongs to a view that is recorded.
  if (request.update === 'none') {
    const shown = actions.length + cases.length;
    await recordListView(request, 'decisions', { shown });
  }
  const isFull = [actions, cases].some((listed) => listed.length === MAX_LISTED);
  return (
    <ConsolePage request={request} title="Decisions" liveAsOf={clock()}>
      <Done request={request} />
      <p>
        One operator proposes, and another one confirms. Check the facts with evidence of your own
        before you confirm. A confirmed decision cannot be undone.
      </p>
      {actions.length + cases.length === 0 ? <p>Nothing waits for a decision.</p> : null}
      {actions.map((proposal, index) => (
        <Action request={request} proposal={proposal} current={current[index]} />
      ))}
      {paymentId === undefined ? null : (
        <AllCases request={request} paymentId={paymentId} count={count} />
      )}
      {cases.map((held, index) => (
        <HeldPayment request={request} held={held} facts={facts[index] ?? []} />
      ))}
      {isFull ? (
        <p class="quiet">
          {`Only the first ${String(MAX_LISTED)} of each kind are listed. The page of a held payment ` +
            'leads to its own decisions.'}
        </p>
      ) : null}
      <CsvLink path="/decisions/csv" />
    </ConsolePage>
  );
}

/** The decisions as buttons name them. */
const DECISION_NOUNS = { release: 'release', reject: 'rejection' } as const;

interface HeldProperties {
  readonly request: OperatorRequest;
  readonly held: ScreeningCase;
  /** Facts of the payment. */
  readonly facts: readonly FactLine[];
}

function HeldPayment({ request, held, facts }: HeldProperties) {
  const { id, proposed, reasons, bankCaseId, heldBy, payments, totalPence, endsAt } = held;
  const number = String(id);
  return (
    <Entry id={`case-${number}`} title={`Held payment, case ${number}`}>
      <dl>
        <Row label="Held because of" value={held.class} />
        {heldBy === null ? null : <Row label="Held by" value={userText(heldBy)} />}
        {reasons.length > 0 ? (
          <Row
            label={heldBy === null ? 'Codes' : 'Reason of the hold'}
            value={userText(reasons.join(', '))}
          />
        ) : null}
        {bankCaseId === null ? null : <Row label="Case of the bank" value={userText(bankCaseId)} />}
        <Row
          label="Amount"
          value={`${formatPounds(totalPence)} in ${formatCount(payments, 'payment')}`}
        />
        {facts.map(({ label, values }) => (
          <Row label={label} value={values.map(userText)} />
        ))}
        <PaymentRow id={held.paymentId} />
        <Row label="Held since" value={formatMoment(held.openedAt)} />
        <Row
          label="Time limit"
          value={endsAt === null ? 'none' : `rejected at ${formatMoment(endsAt)}`}
        />
        {proposed === null ? null : <Proposed proposed={proposed} />}
      </dl>
      {proposed === null ? (
        <ProposeCase request={request} number={number} />
      ) : (
        <ProposalForms
          request={request}
          role="approve"
          name={`the ${DECISION_NOUNS[proposed.decision]} of case ${number}`}
          proposedBy={proposed.by}
          confirmPath={CONFIRM_CASE_PATH}
          withdrawPath={WITHDRAW_CASE_PATH}
          hidden={{ id: number, decision: proposed.decision }}
        >
          <ReasonField id={`reason-${number}`} />
        </ProposalForms>
      )}
    </Entry>
  );
}

/** The rows about a proposed decision. */
function Proposed({ proposed }: { readonly proposed: ProposedCaseDecision }) {
  return (
    <>
      <Row label="Proposed" value={`${proposed.decision}, ${formatMoment(proposed.at)}`} />
      <Row label="Proposed by" value={userText(proposed.by)} />
      {proposed.reason === null ? null : <Row label="Reason" value={userText(proposed.reason)} />}
    </>
  );
}

function ProposeCase({ request, number }: Pick<HeldProperties, 'request'> & { number: string }) {
  if (!hasRole(request.operator, 'operate')) return null;
  return (
    <ConsoleForm request={request} action={PROPOSE_CASE_PATH} hidden={{ id: number }}>
      <ReasonField id={`reason-${number}`} />
      <p class="actions">
        <button name="decision" value="release">{`Propose to release case ${number}`}</button>
        <button class="other" name="decision" value="reject">
          {`Propose to reject case ${number}`}
        </button>
      </p>
    </ConsoleForm>
  );
}
