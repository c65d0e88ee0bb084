import { z } from 'zod';
import { readJsonAs } from '../../contract/problems.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
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
  .transform((given): TimeRange => {
    return typeof given === 'number' ? { from: given, to: given } : given;
  });

const probability = z.number().min(0).max(1);

/** Members of a scenario file (docs/hub-simulator.md). Absent members have the value of `calm`. */
const members = {
  seed: z.int().min(0),
  answerDelayMs: z.strictObject({
    FPS: time.optional(),
    CHAPS: time.optional(),
    BACS: time.optional(),
    SWIFT: time.optional(),
    SEPA: time.optional(),
    SameDayEUR: time.optional(),
  }),
  pendingMs: time,
  returnAfterMs: time,
  lateMs: time,
  slowMs: time,
  maxParts: z.int().min(2).max(MAX_PARTS),
  bacsReports: z.boolean(),
  concurrentAnswers: z.int().min(1).max(MAX_CONCURRENT),
  pendingFirst: probability,
  returned: probability,
  late: probability,
  twice: probability,
  split: probability,
  outOfOrder: probability,
  groupOnly: probability,
  fewIds: probability,
  onlyWhenAsked: probability,
  contradictory: probability,
  malformed: probability,
  unknown: probability,
  lostRequest: probability,
  lostAnswer: probability,
  unavailable: probability,
  slow: probability,
  notifications: z.boolean(),
  statementEveryMs: milliseconds,
  entryMissing: probability,
  entryWrong: probability,
  entryUnexpected: probability,
  statementTwice: probability,
};

const ScenarioSchema = z.strictObject(members).partial();

/**
 * Behaviour of the simulated hub. The times are in milliseconds, the probabilities from 0 to 1.
 */
export interface Scenario {
  /** The same seed makes the same decisions about the same message. */
  readonly seed: number;
  /** Time from the receipt of a message to its answer. */
  readonly answerDelayMs: Readonly<Record<Instrument, TimeRange>>;
  /** Time from a pending answer to the final one. */
  readonly pendingMs: TimeRange;
  /** Time from the acceptance of a credit to its return. */
  readonly returnAfterMs: TimeRange;
  /** Additional delay of a late document. */
  readonly lateMs: TimeRange;
  /** Additional time until a slow answer over HTTPS. */
  readonly slowMs: TimeRange;
  /** Largest number of documents into which the answers of a message are split. */
  readonly maxParts: number;
  /** Answers Bacs submissions by the reports of Bacs in place of pacs.002 and pacs.004. */
  readonly bacsReports: boolean;
  /** Number of documents that are written at the same time. */
  readonly concurrentAnswers: number;
  /** Probability that a credit is pending first. */
  readonly pendingFirst: number;
  /** Probability that an accepted credit is returned. */
  readonly returned: number;
  /** Probability that a document is late. */
  readonly late: number;
  /** Probability that a document is delivered twice. */
  readonly twice: number;
  /** Probability that the answers of a message are split into several documents. */
  readonly split: number;
  /** Probability that the documents of a message change places, and each lists the last first. */
  readonly outOfOrder: number;
  /** Probability that only the group status answers, if all credits have the same status. */
  readonly groupOnly: number;
  /** Probability that a document names each credit by InstrId only, or by TxId only. */
  readonly fewIds: number;
  /** Probability that the first answers to a message are delivered only after an enquiry. */
  readonly onlyWhenAsked: number;
  /** Probability that rejected credits of a message are also reported as accepted. */
  readonly contradictory: number;
  /** Probability of an additional document that is not well formed. */
  readonly malformed: number;
  /** Probability of an additional answer to an unknown message or credit. */
  readonly unknown: number;
  /** Probability that a connection over HTTPS is lost before its request is read. */
  readonly lostRequest: number;
  /** Probability that a connection over HTTPS is lost after its request was executed. */
  readonly lostAnswer: number;
  /** Probability that a request over HTTPS is not executed, and answered with 503. */
  readonly unavailable: number;
  /** Probability that an answer over HTTPS is slow. */
  readonly slow: number;
  /** True if each entry of the settlement account is reported at once (camt.054). */
  readonly notifications: boolean;
  /** Time from the first entry to the statement that contains it (camt.053). 0: no statements. */
  readonly statementEveryMs: Milliseconds;
  /** Probability that an entry of the settlement account is missing. */
  readonly entryMissing: number;
  /** Probability that an entry has a wrong amount. */
  readonly entryWrong: number;
  /** Probability of an additional entry for an unknown message. */
  readonly entryUnexpected: number;
  /** Probability that a statement is delivered twice, with different document ids. */
  readonly statementTwice: number;
}

const fixed = (ms: Milliseconds): TimeRange => ({ from: ms, to: ms });

const CALM: Scenario = {
  seed: 1,
  answerDelayMs: {
    FPS: fixed(20),
    CHAPS: fixed(40),
    BACS: fixed(60),
    SWIFT: fixed(80),
    SEPA: fixed(60),
    SameDayEUR: fixed(40),
  },
  pendingMs: fixed(500),
  returnAfterMs: fixed(1000),
  lateMs: { from: 500, to: 2000 },
  slowMs: { from: 500, to: 2000 },
  maxParts: 4,
  bacsReports: false,
  concurrentAnswers: 4,
  pendingFirst: 0,
  returned: 0,
  late: 0,
  twice: 0,
  split: 0,
  outOfOrder: 0,
  groupOnly: 0,
  fewIds: 0,
  onlyWhenAsked: 0,
  contradictory: 0,
  malformed: 0,
  unknown: 0,
  lostRequest: 0,
  lostAnswer: 0,
  unavailable: 0,
  slow: 0,
  notifications: false,
  statementEveryMs: 0,
  entryMissing: 0,
  entryWrong: 0,
  entryUnexpected: 0,
  statementTwice: 0,
};

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
  const read = readJsonAs(ScenarioSchema, text);
  if ('problems' in read) return read;
  const { answerDelayMs = {}, ...rest } = read.value;
  return {
    scenario: {
      ...CALM,
      ...definedMembers(rest),
      answerDelayMs: { ...CALM.answerDelayMs, ...definedMembers(answerDelayMs) },
    },
  };
}

/** Returns the members of an object that are not undefined. */
function definedMembers<Given extends object>(
  given: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> };
}
