import { z } from 'zod';
import { readJsonAs } from '../../contract/problems.ts';
import type { Milliseconds } from '../../shared/time.ts';
import type { Mood } from './moods.ts';

/** A time in milliseconds: fixed, or a random one from `from` to `to`. */
export interface TimeRange {
  readonly from: Milliseconds;
  readonly to: Milliseconds;
}

/** Longest time in a scenario: 30 days. */
const MAX_TIME_MS: Milliseconds = 30 * 86_400_000;
/** Largest number of documents for the answers of one message. */
const MAX_PARTS = 100;
/** Largest number of documents that are written at the same time. */
const MAX_CONCURRENT = 64;

const milliseconds = z.int().min(0).max(MAX_TIME_MS);

const range = z
  .strictObject({ from: milliseconds, to: milliseconds })
  .refine(({ from, to }) => from <= to, 'Expected a "from" that is not larger than "to"');

const time = z
  .union([milliseconds, range], {
    error:
      `Expected milliseconds from 0 to ${String(MAX_TIME_MS)}, or a range such as ` +
      '{"from": 100, "to": 500} with "from" not larger than "to".',
  })
  .transform((members): TimeRange => {
    return typeof members === 'number' ? { from: members, to: members } : members;
  });

const probability = z.number().min(0).max(1).default(0);
const fixed = (ms: Milliseconds): TimeRange => ({ from: ms, to: ms });

/** Schema of a scenario file (docs/hub-simulator.md). Absent members have the value of `calm`. */
const ScenarioSchema = z.strictObject({
  /** The same seed makes the same decisions about the same message. */
  seed: z.int().min(0).default(1),
  /** Time from the receipt of a message to its answer. */
  answerDelayMs: z
    .strictObject({
      FPS: time.default(fixed(20)),
      CHAPS: time.default(fixed(40)),
      BACS: time.default(fixed(60)),
      SWIFT: time.default(fixed(80)),
      SEPA: time.default(fixed(60)),
      SameDayEUR: time.default(fixed(40)),
    })
    .prefault({}),
  /** Time from a pending answer to the final one. */
  pendingMs: time.default(fixed(500)),
  /** Time from the acceptance of a credit to its return. */
  returnAfterMs: time.default(fixed(1000)),
  /** Additional delay of a late document. */
  lateMs: time.default({ from: 500, to: 2000 }),
  /** Additional time until a slow answer over HTTPS. */
  slowMs: time.default({ from: 500, to: 2000 }),
  /** Largest number of documents into which the answers of a message are split. */
  maxParts: z.int().min(2).max(MAX_PARTS).default(4),
  /** Answers Bacs submissions by the reports of Bacs in place of pacs.002 and pacs.004. */
  bacsReports: z.boolean().default(false),
  /** Number of documents that are written at the same time. */
  concurrentAnswers: z.int().min(1).max(MAX_CONCURRENT).default(4),
  /** Probability that a credit is pending first. */
  pendingFirst: probability,
  /** Probability that an accepted credit is returned. */
  returned: probability,
  /** Probability that a document is late. */
  late: probability,
  /** Probability that a document is delivered twice. */
  twice: probability,
  /** Probability that the answers of a message are split into several documents. */
  split: probability,
  /** Probability that the documents of a message change places, and each lists the last first. */
  outOfOrder: probability,
  /** Probability that only the group status answers, if all credits have the same status. */
  groupOnly: probability,
  /** Probability that a document names each credit by InstrId only, or by TxId only. */
  fewIds: probability,
  /** Probability that the first answers to a message are delivered only after an enquiry. */
  onlyWhenAsked: probability,
  /** Probability that rejected credits of a message are also reported as accepted. */
  contradictory: probability,
  /** Probability of an additional document that is not well formed. */
  malformed: probability,
  /** Probability of an additional answer to an unknown message or credit. */
  unknown: probability,
  /** Probability that a connection over HTTPS is lost before its request is read. */
  lostRequest: probability,
  /** Probability that a connection over HTTPS is lost after its request was executed. */
  lostAnswer: probability,
  /** Probability that a request over HTTPS is not executed, and answered with 503. */
  unavailable: probability,
  /** Probability that an answer over HTTPS is slow. */
  slow: probability,
  /** True if each entry of the settlement account is reported at once (camt.054). */
  notifications: z.boolean().default(false),
  /** Time from the first entry to the statement that contains it (camt.053). 0: no statements. */
  statementEveryMs: milliseconds.default(0),
  /** Probability that an entry of the settlement account is missing. */
  entryMissing: probability,
  /** Probability that an entry has a wrong amount. */
  entryWrong: probability,
  /** Probability of an additional entry for an unknown message. */
  entryUnexpected: probability,
  /** Probability that a statement is delivered twice, with different document ids. */
  statementTwice: probability,
});

/** Behaviour of the simulated hub. The times are in milliseconds, the probabilities from 0 to 1. */
export type Scenario = Readonly<z.output<typeof ScenarioSchema>>;

const CALM: Scenario = ScenarioSchema.parse({});

const ROUGH: Scenario = {
  ...CALM,
  pendingFirst: 0.05,
  late: 0.3,
  twice: 0.3,
  split: 0.5,
  outOfOrder: 0.5,
  groupOnly: 0.2,
  fewIds: 0.5,
  lostRequest: 0.05,
  lostAnswer: 0.1,
  unavailable: 0.05,
  slow: 0.05,
};

const HOSTILE: Scenario = {
  ...ROUGH,
  maxParts: 8,
  pendingFirst: 0.1,
  returned: 0.05,
  contradictory: 0.5,
  malformed: 0.4,
  unknown: 0.4,
};

/** The behaviour of each mood. `rough` follows the standard, `hostile` does not. */
export const SCENARIOS: Readonly<Record<Mood, Scenario>> = {
  calm: CALM,
  rough: ROUGH,
  hostile: HOSTILE,
};

/** Reads a scenario file. Returns every problem as a sentence if the text is not valid. */
export function readScenario(
  text: string,
): { readonly scenario: Scenario } | { readonly problems: readonly string[] } {
  const parsed = readJsonAs(ScenarioSchema, text);
  return 'problems' in parsed ? parsed : { scenario: parsed.value };
}
