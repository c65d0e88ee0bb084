import type { RecallObstacle } from '../../use-cases/index.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import { RECALL_CHOICES, type RecallChoice } from '../../domain/messages/recall-text.ts';
import { MAX_RECALL_NOTE_CHARACTERS } from '../../domain/schemes/recalls.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { TextField } from '../components/fields.tsx';
import type { PageBody } from '../components/layout.tsx';
import { Row } from '../components/user-text.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { PROBLEMS, type ProblemName } from '../problems.ts';
import { Confirmation, PortalPage } from './page.tsx';
import type { PortalContext, SignedInRequest } from './portal-context.ts';

/** Format of the number of a payment in the address, from 1. */
const NUMBER = /^[1-9]\d{0,8}$/;

/**
 * Returns the path of the page on which the customer asks for a payment back.
 *
 * @param index position of the payment in the file or standing order, from 0
 */
export function recallPath(paymentId: string, index: number): string {
  return `/my/payments/${paymentId}/recall/${String(index + 1)}`;
}

/** Renders the form to ask for a payment back, or the state of the request. */
export async function showRecall(request: SignedInRequest): Promise<PageBody | undefined> {
  const { parts, context, user, pageContext } = request;
  const index = indexIn(request);
  if (index === undefined) return undefined;
  const id = context.req.param('id') ?? '';
  const view = await parts.useCases.viewRecalls(id, index, user, parts.clock());
  if (view === undefined) return undefined;
  const { amount, lines, recalls, obstacle } = view;
  return (
    <PortalPage pageContext={pageContext} title="Ask for the money back">
      <p class="screen">
        <a href={`/my/payments/${id}`}>Back to the payment</a>
      </p>
      <p class="headline">{amount}</p>
      <dl>
        {lines.map((line) => (
          <Row {...line} />
        ))}
        {recalls.map((texts) => (
          <Row label="Asked for back" value={texts} />
        ))}
      </dl>
      {obstacle === null ? (
        <RecallForm {...{ pageContext, id, index }} />
      ) : (
        <div class="notice care" role="status">
          <p>{OBSTACLES[obstacle]}</p>
        </div>
      )}
    </PortalPage>
  );
}

/**
 * Asks for a payment back. The next page shows the state of the request, or the reason why there is
 * none. No second factor is needed, because money can only come back to the debited account.
 */
export async function submitRecall(
  request: SignedInRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, context, user } = request;
  const paymentId = context.req.param('id') ?? '';
  const index = indexIn(request);
  if (index === undefined) return { location: `/my/payments/${paymentId}` };
  const to = (problem?: ProblemName): FormResult => ({
    location: `${recallPath(paymentId, index)}${problem === undefined ? '' : `?problem=${problem}`}`,
  });
  const reason = fields.get('reason') ?? '';
  if (!isChoice(reason)) return to('noReason');
  const note = (fields.get('note') ?? '').trim();
  if (note.length > MAX_RECALL_NOTE_CHARACTERS || hasUnsafeUnicode(note)) return to('recallNote');
  const recallRequest = { paymentId, index, reason, note: note === '' ? null : note };
  await parts.useCases.askForRecall(recallRequest, user, actOf(request, user.id));
  return to();
}

function indexIn({ context }: SignedInRequest): number | undefined {
  const number = context.req.param('number') ?? '';
  return NUMBER.test(number) ? Number(number) - 1 : undefined;
}

function isChoice(reason: string): reason is RecallChoice {
  return Object.hasOwn(RECALL_CHOICES, reason);
}

const OBSTACLES: Readonly<Record<RecallObstacle, string>> = {
  asked:
    'You can follow the request here. Only the payee’s bank can send the money back. To ask again ' +
    'after a refusal, call us.',
  notPaid:
    'This payment was not made, is not complete yet, or came back. There is nothing to ask for.',
  notAllowed: 'You may not make payments of this kind. A colleague with that right can ask.',
  own: 'The payee has an account with us. Call us, or ask the payee to pay the money back.',
  noRecalls:
    'This payment was sent by Bacs, which has no such requests. Call us. We then ask the payee’s ' +
    'bank in writing.',
  noHub: 'You cannot ask for this payment here. Call us.',
};

interface RecallFormProperties {
  readonly pageContext: PortalContext;
  /** Id of the payment. */
  readonly id: string;
  /** Number of the payment in its order or file, from 0. */
  readonly index: number;
}

function RecallForm({ pageContext, id, index }: RecallFormProperties) {
  const problem = pageContext.problem === undefined ? undefined : PROBLEMS[pageContext.problem];
  const isWrong = problem?.field === 'note';
  return (
    <>
      <div class="notice care">
        <h2>Was it fraud?</h2>
        <p>
          If you did not approve this payment, or somebody tricked you into it, do not use this
          form. Call us at once.
        </p>
      </div>
      <p>
        We ask the payee’s bank to send the money back. That bank decides, and often asks the payee
        first. It can take some weeks, and the money may not come back. You can ask once.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={recallPath(id, index)}
        confirm="Ask for the money back"
        back={`/my/payments/${id}`}
        keep="Do not ask"
      >
        <fieldset id="reason" aria-invalid={problem?.field === 'reason' ? 'true' : undefined}>
          <legend>Why do you want the money back?</legend>
          {Object.entries(RECALL_CHOICES).map(([value, text]) => (
            <label class="choice">
              <input type="radio" name="reason" value={value} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          id="note"
          maxlength={MAX_RECALL_NOTE_CHARACTERS}
          label="Text for the payee’s bank (optional)"
          hint={`Up to ${formatNumber(MAX_RECALL_NOTE_CHARACTERS)} characters. The payee may read it.`}
          aria-invalid={isWrong ? 'true' : undefined}
        />
      </Confirmation>
    </>
  );
}
