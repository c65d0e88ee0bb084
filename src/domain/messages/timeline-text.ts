import {
  NEXT_UNKNOWN,
  type CodeMeaning,
  type FactLine,
  type NextStep,
  type PaymentFacts,
  type PaymentTimeline,
  type TimelineActor,
  type TimelineEntry,
  type TimelineLinks,
} from '../records/payment-timeline.ts';
import { formatAccount } from './format.ts';
import { printable } from '../../shared/text.ts';
import { formatInstant } from '../../shared/time.ts';

/*
 * The history of a payment for people.
 */

/** Maximum width of the column with the actors, in characters. */
const ACTOR_CHARACTERS = 28;

/** Maximum width of the column with the sentences, in characters. */
const SENTENCE_CHARACTERS = 72;

/** Returns the lines about a payment: the facts, the history, and the next steps. */
export function formatTimeline({
  facts,
  entries,
  omitted,
  next,
  isNextComplete,
}: PaymentTimeline): readonly string[] {
  return [
    ...formatFacts(facts),
    '',
    ...formatEntries(entries),
    ...omitted.map((sentence) => `  … ${printable(sentence)}`),
    '',
    ...formatNext(next, isNextComplete),
  ];
}

function formatFacts(facts: PaymentFacts): readonly string[] {
  const { consentId, paymentId, row, family, summary, status, reportedStatus, tpp } = facts;
  const names = new Set([tpp.name, tpp.organisation].filter((name) => name !== null));
  const debtor =
    facts.debtorAccount === null ? [] : [line('From account', formatAccount(facts.debtorAccount))];
  const lines: readonly FactLine[] = [
    line('Status', `${withCode(status)}; the TPP reads ${reportedStatus}`),
    line('Payment type', family),
    ...(paymentId === null ? [] : [line('Payment', paymentId)]),
    ...(row === null ? [] : [line('Row', String(row))]),
    line('Consent', consentId),
    line('TPP', [...names, `client ${tpp.clientId}`].join(', ')),
    line(paymentId === null ? 'Created' : 'Submitted', timeOf(facts.createdAt)),
    ...debtor,
    ...(facts.customerId === null ? [] : [line('Customer', facts.customerId)]),
    ...facts.lines,
  ];
  const width = Math.max(...lines.map(({ label }) => label.length));
  return [printable(summary), ...lines.flatMap((one) => formatFact(one, width))];
}

function line(label: string, value: string): FactLine {
  return { label, values: [value] };
}

function formatFact({ label, values }: FactLine, width: number): readonly string[] {
  return values.map((value, index) => {
    const shown = (index === 0 ? label : '').padEnd(width);
    return `  ${shown}  ${printable(value)}`;
  });
}

/** Returns the lines of the entries. A date is printed once, before the first entry of its day. */
function formatEntries(entries: readonly TimelineEntry[]): readonly string[] {
  const actors = entries.map(({ actor }) => actorText(actor));
  const width = Math.max(0, ...actors.map((actor) => actor.length));
  return entries.flatMap((entry, index) => {
    const [day, time] = dayAndTime(entry.at);
    const before = entries[index - 1];
    const isNewDay = before === undefined || dayAndTime(before.at)[0] !== day;
    const actor = (actors[index] ?? '').padEnd(width);
    const code = entry.code === null ? '' : ` Reason: ${withCode(entry.code)}.`;
    const [first = '', ...others] = wrapped([
      ...printable(entry.text + code).split(' '),
      ...linksOf(entry.links),
    ]);
    const start = `  ${time}  ${actor}  `;
    const lines = [start + first, ...others.map((rest) => ' '.repeat(start.length) + rest)];
    return isNewDay ? [`${day} (UTC)`, ...lines] : lines;
  });
}

/** Returns an instant in UTC, without milliseconds. */
function timeOf(at: number): string {
  return formatInstant(at).replace(/\.\d+/, '');
}

/** Number of characters of the SHA-256 of a document that are shown. */
const DOCUMENT_CHARACTERS = 12;

/** Returns the ids that are shown after a sentence, as one word. */
function linksOf({ auditEntry, transferIds = [], document }: TimelineLinks): readonly string[] {
  const transfers = transferIds.length === 1 ? `transfer ${String(transferIds[0])}` : null;
  const links = [
    auditEntry === undefined ? null : `audit ${String(auditEntry)}`,
    transfers,
    document === undefined ? null : `document ${document.slice(0, DOCUMENT_CHARACTERS)}`,
  ].filter((link) => link !== null);
  return links.length === 0 ? [] : [`[${links.join(', ')}]`];
}

/** Joins words to lines of the column with the sentences. */
function wrapped(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < SENTENCE_CHARACTERS) lines.push(`${last} ${word}`);
    else lines.push(last, word);
  }
  return lines;
}

/** Returns the day and the time of an instant, in UTC as in the log. */
function dayAndTime(at: number): readonly [string, string] {
  const written = formatInstant(at);
  const [day = '', time = ''] = written.split('T');
  return [day, time.slice(0, 8)];
}

function actorText({ kind, id }: TimelineActor): string {
  return printable(`${kind} ${id}`).slice(0, ACTOR_CHARACTERS);
}

function withCode({ code, meaning }: CodeMeaning): string {
  return meaning === '' || meaning === code ? code : `${meaning} (${code})`;
}

function formatNext(next: readonly NextStep[], isComplete: boolean): readonly string[] {
  if (next.length === 0) return [`Next: ${isComplete ? 'nothing. It has ended.' : NEXT_UNKNOWN}`];
  return ['Next:', ...next.flatMap((step) => formatStep(step))];
}

function formatStep({ text, at, waitsFor, problem, command }: NextStep): readonly string[] {
  const when = at === null ? '' : `, ${timeOf(at)}`;
  return [
    `  ${printable(text)}`,
    `    waits for: ${waitsFor}${when}`,
    ...(problem === null ? [] : [`    problem: ${printable(problem)}`]),
    ...(command === null ? [] : [`    command: ${printable(command)}`]),
  ];
}
