import type {
  HubProblem,
  ListedMessage,
  ProblemCounts,
  ListedAdvice,
} from '../../domain/ports/hub-admin-store.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import { describeProblem } from '../../domain/schemes/hub-problems.ts';
import type { Money } from '../../domain/schemes/messages.ts';
import type { SchemeStatus } from '../../ops/commands/hub.ts';
import type { ShownExchange } from '../../ops/route-parts.ts';
import { formatAmount } from '../../shared/money.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import type { BacsOutcome } from '../../domain/schemes/bacs-reports.ts';

/*
 * The reports of `pisctl hub` for people.
 */

const count = (number: number): string => number.toLocaleString('en-GB');

/** Returns the line about an exchange in the status. */
export function formatExchange({ name, address }: ShownExchange): string {
  return `Exchange ${name}: ${printable(address)}`;
}

/** Returns the lines about a scheme in the status. */
export function formatScheme(scheme: SchemeStatus): string {
  const { instrument, waiting, unanswered, overdue, pending, failing, stop: stopped } = scheme;
  const lines: string[] = [instrument];
  if (scheme.exchange !== null) lines.push(`    exchange: ${scheme.exchange}`);
  if (stopped !== null) {
    const { stoppedAt, stoppedBy, reason } = stopped;
    lines.push(
      `    STOPPED since ${formatLondon(stoppedAt)} by ${stoppedBy}: ${printable(reason)}`,
    );
  }
  const oldest = waiting.oldestAt === null ? '' : `, oldest of ${formatLondon(waiting.oldestAt)}`;
  lines.push(`    waiting: ${count(waiting.messages)}${oldest}`);
  const { scheduled, late } = scheme;
  if (scheduled.nextAt !== null) {
    lines.push(
      `    scheduled: ${count(scheduled.messages)}, next from ${formatLondon(scheduled.nextAt)}`,
    );
  }
  if (late.waiting + late.unanswered > 0) {
    lines.push(
      `    LATE: ${count(late.waiting)} waiting, ${count(late.unanswered)} handed over after the ` +
        'scheme closed and not completely answered',
    );
  }
  if (failing !== null) {
    const { messageId, attempts, problem } = failing;
    lines.push(
      `    failing: ${messageId}, failed attempts ${count(attempts)}: ${printable(problem)}`,
    );
  }
  if (scheme.newestRefused !== null) {
    const { messageId, problem, refusedAt } = scheme.newestRefused;
    lines.push(
      `    REFUSED: ${count(scheme.refused)}, newest ${messageId} at ${formatLondon(refusedAt)}: ` +
        printable(problem),
    );
  }
  const { messages, credits, oldestAt } = unanswered;
  const since =
    oldestAt === null
      ? ''
      : ` with ${counted(credits, 'credit')}, oldest handed over ${formatLondon(oldestAt)}, ` +
        `${count(overdue)} overdue`;
  lines.push(`    not completely answered: ${count(messages)}${since}`);
  if (pending.oldestAt !== null) {
    lines.push(
      `    pending: ${count(pending.messages)} with ${counted(pending.credits, 'credit')}, oldest ` +
        `handed over ${formatLondon(pending.oldestAt)}`,
    );
  }
  return lines.join('\n');
}

/** Returns the line about the open problems. */
export function formatCounts({ document, answer, return: returned }: ProblemCounts): string {
  if (document + answer + returned === 0) return 'No open problems.';
  return (
    `Open problems: documents ${count(document)}, answers ${count(answer)}, ` +
    `returned credits ${count(returned)}. See: npx pisctl hub problems`
  );
}

/** Returns the lines about a message. */
export function formatMessage(message: ListedMessage): string {
  const { id, paymentId, number, instrument, transactions, total, credits, handedOverAt } = message;
  const { open, pending, accepted, rejected } = credits;
  const attempts = message.attempts === 0 ? '' : `, ${counted(message.attempts, 'failed attempt')}`;
  const state =
    handedOverAt === null
      ? `waiting${attempts}, next attempt from ${formatLondon(message.tryAt)}`
      : `handed over ${formatLondon(handedOverAt)}${attempts}`;
  const lines = [
    `${id}  ${instrument}, ${counted(transactions, 'credit')}, ${formatMoney(total)}`,
    `    payment ${paymentId}, batch ${String(number)}, payments ${String(message.firstIndex)} to ` +
      String(message.lastIndex),
    `    created ${formatLondon(message.createdAt)}, ${state}, settlement ${message.settlementDate}`,
    `    ${count(open)} not answered, ${count(pending)} pending, ${count(accepted)} accepted, ` +
      `${count(rejected)} rejected`,
  ];
  const refused = message.refusedAt === null ? '' : `refused ${formatLondon(message.refusedAt)}: `;
  return [
    ...lines,
    ...(message.problem === null ? [] : [`    ${refused}${printable(message.problem)}`]),
    ...enquiryLines(message),
  ].join('\n');
}

/** Returns the line about the last enquiry, if there is one, and its error. */
function enquiryLines({ enquiryId, enquiredAt, enquiryProblem }: ListedMessage): readonly string[] {
  if (enquiryId === null) return [];
  const lastEnquiry = enquiredAt === null ? 'never' : formatLondon(enquiredAt);
  const failed = enquiryProblem === null ? '' : `: ${printable(enquiryProblem)}`;
  return [`    last enquiry ${enquiryId}, hub last asked: ${lastEnquiry}${failed}`];
}

/** Returns the lines about a problem: its meaning, what to do, and the facts. */
export function formatProblem(problem: HubProblem): string {
  const { id, kind, code, document, receivedAt, detail, facts, end } = problem;
  const { meaning, action } = describeProblem(kind, code);
  const lines = [
    `${String(id)}  ${KINDS[kind]} (${code}): ${meaning}`,
    document === null
      ? `    confirmed by two operators ${formatLondon(receivedAt)}. See: npx pisctl proposal list`
      : `    ${printable(document.name)}, received ${formatLondon(receivedAt)} through exchange ` +
        `${document.exchange}, SHA-256 ${document.sha256}`,
  ];
  const credit = formatCredit(problem);
  if (credit !== '') lines.push(`    ${credit}`);
  if (detail !== null) lines.push(`    ${printable(detail)}`);
  if (facts !== null) lines.push(`    ${printable(facts)}`);
  lines.push(
    end === null
      ? `    To do: ${action}`
      : `    Dismissed ${formatLondon(end.at)} by ${end.by}: ${printable(end.note ?? '')}`,
  );
  return lines.join('\n');
}

const KINDS: Readonly<Record<HubProblem['kind'], string>> = {
  document: 'document set aside',
  answer: 'unusable answer',
  return: 'returned credit set aside',
};

/** Returns the message, payment and amount of a problem. Unknown ones are left out. */
function formatCredit({ messageId, paymentId, index, amount }: HubProblem): string {
  const parts = [
    messageId === null ? '' : `message ${messageId}`,
    paymentId === null ? '' : `payment ${paymentId}`,
    index === null ? '' : `index ${String(index)}`,
    amount === null ? '' : formatMoney(amount),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Returns an amount with its currency, for example `12.30 GBP`. */
export function formatMoney({ minor, currency }: Money): string {
  return `${formatAmount(minor, fractionDigitsOf(currency))} ${currency}`;
}

const OUTCOMES: Readonly<Record<BacsOutcome, string>> = {
  returned: 'returned credit',
  rejected: 'rejected credit',
  amended: 'credit amended by Bacs',
  moved: 'account has moved',
};

/** Returns the lines about an item of a report of Bacs, for people. */
export function formatAdvice(advice: ListedAdvice): string {
  const { outcome, code, description, record, document, receivedAt, newAccount } = advice;
  const { destination, originator, pence, reference, name, processingDay } = record;
  const amount = pence === null ? '' : `, ${formatMoney({ minor: pence, currency: 'GBP' })}`;
  const from = originator === null ? '' : ` from ${originator}`;
  const meaning = description === null ? '' : `: ${printable(description)}`;
  const lines = [
    `${OUTCOMES[outcome]} (${printable(code)})${meaning}`,
    `    to ${destination} ${printable(name)}${amount}${from}, reference "${printable(reference)}", ` +
      `processing day ${processingDay}`,
  ];
  if (newAccount !== null) lines.push(`    new account ${newAccount}`);
  const { paymentId, index, messageId } = advice;
  lines.push(
    paymentId === null
      ? '    the payment is not certain'
      : `    payment ${paymentId}, index ${String(index)}, message ${messageId ?? ''}`,
    `    ${printable(document.name)}, received ${formatLondon(receivedAt)}, SHA-256 ${document.sha256}`,
  );
  return lines.join('\n');
}
