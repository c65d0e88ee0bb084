import type { Instrument } from '../../domain/schemes/schemes.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { DecidedAnswer, DocumentKind, PlannedDocument } from './agenda.ts';
import { createDice, idFrom, type Dice } from './dice.ts';
import { MALFORMED_VARIANTS, NAMING_VARIANTS, UNKNOWN_VARIANTS } from './documents/variants.ts';
import type { Scenario, TimeRange } from './scenario.ts';

/** A message whose credits are decided, with the number of credits of each outcome. */
interface DecidedMessage {
  readonly number: number;
  readonly id: string;
  readonly instrument: Instrument;
  readonly credits: number;
  readonly rejected: number;
  readonly pendingFirst: number;
  readonly returned: number;
  /** Number of credits to an account that has moved. Always 0 if Bacs reports are not used. */
  readonly moved: number;
  /** True if the hub rejects the message as a whole. */
  readonly isRefused: boolean;
}

/** The members of a document that depend on the answer alone. */
type Draft = DecidedAnswer & {
  readonly at: Instant;
};

const WHOLE = { part: 0, parts: 1, variant: 0 } as const;

/**
 * Plans the documents about a message that was received at an instant. All random decisions depend
 * on the scenario, on its seed and on the message only.
 */
export function planDocuments(
  message: DecidedMessage,
  scenario: Scenario,
  receivedAt: Instant,
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${message.id} documents`);
  const drafts = answersOf(message, scenario, dice, receivedAt);
  const documents = schedule(message, scenario, dice, [
    ...drafts,
    ...faultsOf(message, scenario, dice, drafts),
  ]);
  // This decision is independent, so that the others are the same with and without lost answers.
  const isLost = createDice(scenario.seed, `${message.id} lost`).chance(scenario.onlyWhenAsked);
  return documents.map((document) => ({ ...document, isLost: isLost && isAnswer(document) }));
}

const isAnswer = ({ kind }: PlannedDocument): boolean =>
  kind === 'answer' || kind === 'group answer';

/**
 * Plans the answer to an enquiry: documents with new ids that repeat the answers that were decided
 * when the enquiry was received. After the final answer, they contain the final statuses.
 */
export function planEnquiryAnswer(
  enquiry: { readonly id: string; readonly receivedAt: Instant },
  message: { readonly number: number; readonly instrument: Instrument | null },
  scenario: Scenario,
  decided: readonly DecidedAnswer[],
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${enquiry.id} documents`);
  const delay = drawTime(scenario.answerDelayMs[message.instrument ?? 'FPS'], dice);
  const at = enquiry.receivedAt + delay;
  const isFinal = decided.some(({ kind }) => kind === 'final answer');
  const drafts = decided
    .filter(({ kind }) => kind !== 'final answer')
    .map((answer): Draft => {
      const kind = isFinal && answer.kind === 'answer' ? 'current status' : answer.kind;
      return { ...answer, kind, at };
    });
  return schedule({ number: message.number, id: enquiry.id }, scenario, dice, drafts);
}

/** The decision about a recall. */
export interface RecallDecision {
  /** ISO code of a refusal. Null if it is not refused. */
  readonly code: string | null;
  readonly isPendingFirst: boolean;
  /** True if a camt.029 answers it. */
  readonly isAnswered: boolean;
  /** True if the credit comes back. */
  readonly isReturned: boolean;
}

/** Plans the answers to a recall, and the return of its credit. */
export function planRecallAnswers(
  recall: {
    readonly id: string;
    readonly number: number;
    readonly receivedAt: Instant;
    readonly instrument: Instrument | null;
  },
  { isPendingFirst, isAnswered, isReturned }: RecallDecision,
  scenario: Scenario,
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${recall.id} documents`);
  let at = recall.receivedAt + drawTime(scenario.answerDelayMs[recall.instrument ?? 'FPS'], dice);
  const variant = namingVariant(scenario, dice);
  const drafts: Draft[] = [];
  if (isPendingFirst) {
    drafts.push({ ...WHOLE, kind: 'recall pending', variant, at });
    at += drawTime(scenario.pendingMs, dice);
  }
  if (isAnswered) drafts.push({ ...WHOLE, kind: 'recall answer', variant, at });
  if (isReturned) {
    at += drawTime(scenario.returnAfterMs, dice);
    drafts.push({ ...WHOLE, kind: 'recall return', variant, at });
  }
  return schedule(recall, scenario, dice, drafts);
}

/** Plans the admi.002 for a message that the hub cannot read. */
export function planReject(
  message: { readonly number: number; readonly id: string },
  scenario: Scenario,
  receivedAt: Instant,
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${message.id} documents`);
  const at = receivedAt + drawTime(scenario.answerDelayMs.FPS, dice);
  return schedule(message, scenario, dice, [{ ...WHOLE, kind: 'unreadable', at }]);
}

function answersOf(
  { instrument, credits, rejected, pendingFirst, returned, isRefused }: DecidedMessage,
  scenario: Scenario,
  dice: Dice,
  receivedAt: Instant,
): readonly Draft[] {
  const delay = (): Milliseconds => drawTime(scenario.answerDelayMs[instrument], dice);
  // Rejected credits can have different reasons, and a group has only one.
  const isOne = rejected === 1 && credits === 1;
  const hasOneStatus = pendingFirst === 0 && (rejected === 0 || isOne);
  if (isRefused) return [{ ...WHOLE, kind: 'group answer', at: receivedAt + delay() }];
  const drafts: Draft[] = [];
  if (hasOneStatus && dice.chance(scenario.groupOnly)) {
    drafts.push({ ...WHOLE, kind: 'group answer', at: receivedAt + delay() });
  } else {
    const isSplit = dice.chance(scenario.split);
    const parts = isSplit ? Math.min(credits, dice.between(2, scenario.maxParts)) : 1;
    for (let part = 0; part < parts; part += 1) {
      const variant = namingVariant(scenario, dice);
      drafts.push({ kind: 'answer', part, parts, variant, at: receivedAt + delay() });
    }
  }
  let finalAt = Math.max(...drafts.map(({ at }) => at));
  if (pendingFirst > 0) {
    finalAt += drawTime(scenario.pendingMs, dice);
    const variant = namingVariant(scenario, dice);
    drafts.push({ ...WHOLE, kind: 'final answer', variant, at: finalAt });
  }
  if (returned > 0) {
    const at = finalAt + drawTime(scenario.returnAfterMs, dice);
    drafts.push({ ...WHOLE, kind: 'return', variant: namingVariant(scenario, dice), at });
  }
  return drafts;
}

/** Plans documents that a correct hub does not send. */
function faultsOf(
  { rejected, isRefused }: DecidedMessage,
  scenario: Scenario,
  dice: Dice,
  answers: readonly Draft[],
): readonly Draft[] {
  const firstAt = Math.min(...answers.map(({ at }) => at));
  const lastAt = Math.max(...answers.map(({ at }) => at));
  const later = (): Milliseconds => drawTime(scenario.lateMs, dice);
  const drafts: Draft[] = [];
  if (rejected > 0 && !isRefused && dice.chance(scenario.contradictory)) {
    drafts.push({ ...WHOLE, kind: 'contradiction', at: lastAt + later() });
  }
  if (dice.chance(scenario.malformed)) {
    const variant = dice.between(0, MALFORMED_VARIANTS - 1);
    drafts.push({ ...WHOLE, kind: 'malformed', variant, at: firstAt });
  }
  if (dice.chance(scenario.unknown)) {
    const variant = dice.between(0, UNKNOWN_VARIANTS - 1);
    drafts.push({ ...WHOLE, kind: 'unknown', variant, at: firstAt });
  }
  return drafts;
}

/** Decides when each document is delivered, under which names, and how often. */
function schedule(
  message: { readonly number: number; readonly id: string },
  scenario: Scenario,
  dice: Dice,
  drafts: readonly Draft[],
): readonly PlannedDocument[] {
  const isReversed = dice.chance(scenario.outOfOrder);
  const dueTimes = drafts.map(({ at }) => {
    return dice.chance(scenario.late) ? at + drawTime(scenario.lateMs, dice) : at;
  });
  if (isReversed) shuffle(dueTimes, dice);
  const documents: PlannedDocument[] = [];
  for (const [index, { at, ...draft }] of drafts.entries()) {
    const dueAt = dueTimes[index] ?? at;
    const id = idFrom(scenario.seed, message.id, index);
    const file = `${messageNameOf(draft.kind)}-${id}.xml`;
    const document = {
      ...draft,
      message: message.number,
      id,
      file,
      createdAt: at,
      isReversed,
      isLost: false,
    };
    documents.push({ ...document, dueAt });
    if (!dice.chance(scenario.twice)) continue;
    documents.push({
      ...document,
      // Half of the repeats are the same document, the others have an id of their own. A report of
      // Bacs is the same document whenever a hub passes it on.
      id:
        dice.chance(0.5) || BACS_NAMES.has(draft.kind)
          ? id
          : idFrom(scenario.seed, message.id, index, 'again'),
      file: file.replace('.xml', '-again.xml'),
      dueAt: dueAt + drawTime(scenario.lateMs, dice),
    });
  }
  return documents;
}

const BACS_NAMES: ReadonlyMap<DocumentKind, string> = new Map([
  ['input report', 'bacs-input'],
  ['ARUCS', 'bacs-arucs'],
  ['AWACS', 'bacs-awacs'],
  ['unknown record', 'bacs-arucs'],
  ['malformed report', 'bacs-arucs'],
]);

function messageNameOf(kind: DocumentKind): string {
  const bacs = BACS_NAMES.get(kind);
  if (bacs !== undefined) return bacs;
  if (kind === 'return' || kind === 'recall return') return 'pacs.004';
  if (kind === 'recall pending' || kind === 'recall answer') return 'camt.029';
  return kind === 'unreadable' ? 'admi.002' : 'pacs.002';
}

function namingVariant({ fewIds }: Scenario, dice: Dice): number {
  return dice.chance(fewIds) ? dice.between(1, NAMING_VARIANTS - 1) : 0;
}

/** Returns a random time in a range. */
export function drawTime({ from, to }: TimeRange, dice: Dice): Milliseconds {
  return dice.between(from, to);
}

/** Shuffles a list in place (Fisher–Yates). */
function shuffle(times: Instant[], dice: Dice): void {
  for (let index = times.length - 1; index > 0; index -= 1) {
    const other = dice.between(0, index);
    [times[index], times[other]] = [times[other] ?? 0, times[index] ?? 0];
  }
}

/**
 * Plans the reports of Bacs about a submission: an input report, one or several ARUCS of the
 * returned credits, and an AWACS of the moved accounts. All random decisions depend on the
 * scenario, on its seed and on the message only.
 */
export function planBacsReports(
  message: DecidedMessage,
  scenario: Scenario,
  receivedAt: Instant,
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${message.id} documents`);
  const { returned, moved } = message;
  const at = receivedAt + drawTime(scenario.answerDelayMs.BACS, dice);
  const drafts: Draft[] = [{ ...WHOLE, kind: 'input report', at }];
  const later = at + drawTime(scenario.returnAfterMs, dice);
  const isSplit = dice.chance(scenario.split);
  const parts = isSplit ? Math.min(returned, dice.between(2, scenario.maxParts)) : 1;
  for (let part = 0; returned > 0 && part < parts; part += 1) {
    drafts.push({ kind: 'ARUCS', part, parts, variant: 0, at: later });
  }
  if (moved > 0) drafts.push({ ...WHOLE, kind: 'AWACS', at: later });
  if (dice.chance(scenario.malformed)) drafts.push({ ...WHOLE, kind: 'malformed report', at });
  if (dice.chance(scenario.unknown)) drafts.push({ ...WHOLE, kind: 'unknown record', at });
  return schedule(message, scenario, dice, drafts);
}
