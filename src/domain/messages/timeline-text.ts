import {
  NEXT_UNKNOWN,
  type FactLine,
  type NextStep,
  type PaymentFacts,
  type PaymentTimeline,
  type TimelineActor,
  type TimelineEntry,
  type TimelineLinks,
} from '../records/payment-timeline.ts';
import { formatCode, formatFacts, WAITS_FOR } from './operator-text.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';

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
    ...factLines(facts),
    '',
    ...formatEntries(entries),
    ...omitted.map((sentence) => `  … ${printable(sentence)}`),
    '',
    ...formatNext(next, isNextComplete),
  ];
}

function factLines(facts: PaymentFacts): readonly string[] {
  const lines = formatFacts(facts, formatLondon);
  const width = Math.max(...lines.map(({ label }) => label.length));
  return [printable(facts.summary), ...lines.flatMap((one) => formatFact(one, width))];
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
    const code = entry.code === null ? '' : ` Reason: ${formatCode(entry.code)}.`;
    const [first = '', ...others] = wrapped([
      ...printable(entry.text + code).split(' '),
      ...linksOf(entry.links),
    ]);
    const start = `  ${time}  ${actor}  `;
    const lines = [start + first, ...others.map((rest) => ' '.repeat(start.length) + rest)];
    return isNewDay ? [day, ...lines] : lines;
  });
}

/** Number of characters of the SHA-256 of a document that are shown. */
const DOCUMENT_CHARACTERS = 12;

/** Returns the words with the ids that are shown after a sentence. */
function linksOf({
  auditEntry,
  transferIds = [],
  document,
  eventId,
}: TimelineLinks): readonly string[] {
  const transfers = transferIds.length === 0 ? null : `transfer ${transferIds.join(', ')}`;
  const links = [
    auditEntry === undefined ? null : `audit ${String(auditEntry)}`,
    transfers,
    document === undefined ? null : `document ${document.slice(0, DOCUMENT_CHARACTERS)}`,
    eventId === undefined ? null : `event ${eventId}`,
  ].filter((link) => link !== null);
  return links.length === 0 ? [] : `[${links.join(', ')}]`.split(/(?<=,) /);
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

/** Returns the day with the zone, and the time of an instant in London. */
function dayAndTime(at: number): readonly [string, string] {
  const [day = '', time = '', zone = ''] = formatLondon(at).split(' ');
  return [`${day} (${zone})`, time];
}

function actorText({ kind, id }: TimelineActor): string {
  return printable(`${kind} ${id}`).slice(0, ACTOR_CHARACTERS);
}

function formatNext(next: readonly NextStep[], isComplete: boolean): readonly string[] {
  if (next.length === 0) return [`Next: ${isComplete ? 'nothing. It has ended.' : NEXT_UNKNOWN}`];
  return ['Next:', ...next.flatMap((step) => formatStep(step))];
}

function formatStep({ text, at, waitsFor, problem, command }: NextStep): readonly string[] {
  const when = at === null ? '' : `, ${formatLondon(at)}`;
  return [
    `  ${printable(text)}`,
    `    waits for: ${WAITS_FOR[waitsFor]}${when}`,
    ...(problem === null ? [] : [`    problem: ${printable(problem)}`]),
    ...(command === null ? [] : [`    command: ${printable(command)}`]),
  ];
}
