import { MISUSED } from '../../test/helpers/command-line.ts';
import type { Question } from '../helpers/answer.ts';
import { access } from './access.ts';
import { arrivals } from './arrivals.ts';
import { audit } from './audit.ts';
import { cluster } from './cluster.ts';
import { core } from './core.ts';
import { endToEnd } from './end-to-end.ts';
import { events } from './events.ts';
import { families } from './families.ts';
import { growth } from './growth.ts';
import { handshakes } from './handshakes.ts';
import { hub } from './hub.ts';
import { hubMemory } from './hub-memory.ts';
import { hubPayments } from './hub-payments.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { readers } from './readers.ts';
import { recurring } from './recurring.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { threads } from './threads.ts';
import { tokens } from './tokens.ts';
import { tracing } from './tracing.ts';
import { turns } from './turns.ts';
import { upload } from './upload.ts';

/**
 * All benchmarks, in the order in which they run. `readers` comes first, because it runs in the
 * process of the bench itself and must find it unused.
 */
export const QUESTIONS: readonly Question[] = [
  readers,
  upload,
  endToEnd,
  hub,
  hubPayments,
  hubMemory,
  core,
  latency,
  turns,
  memory,
  requests,
  arrivals,
  threads,
  access,
  handshakes,
  tokens,
  audit,
  families,
  growth,
  recurring,
  events,
  search,
  tracing,
  cluster,
];

/**
 * Returns the benchmarks with these comma-separated names, in the usual order. If the text is
 * empty, returns all benchmarks.
 */
export function questionsNamed(only: string): readonly Question[] {
  if (only === '') return QUESTIONS;
  const names = only.split(',');
  const known = QUESTIONS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No question ${unknown.join(', ')}. There are ${known.join(', ')}.`);
    process.exit(MISUSED);
  }
  return QUESTIONS.filter(({ name }) => names.includes(name));
}

/** Returns the estimated duration of these benchmarks in seconds. */
export function secondsOf(questions: readonly Question[], isQuick: boolean): number {
  return questions.reduce((sum, { takes }) => sum + (isQuick ? takes.quick : takes.full), 0);
}
