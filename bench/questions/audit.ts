import { expectDefined } from '../../src/shared/assert.ts';
import { newId } from '../../src/shared/ids.ts';
import { SANDBOX_SEED } from '../../src/sandbox/seed.ts';
import type { Answer, Question } from '../helpers/answer.ts';
import { built } from '../helpers/built.ts';
import { SAMPLES } from '../helpers/families.ts';
import { actAt, consentOf, keyOf } from '../helpers/full-store.ts';
import { removeDirectory, scratchDirectory } from '../helpers/program.ts';
import { figure, interleaved, ratio } from '../helpers/statistics.ts';

/** Number of commands that share a transaction. It equals the bench's number of connections. */
const AT_ONCE = 64;

/** Measures the cost of storing a consent, and how much of it the audit entry causes. */
export const audit: Question = {
  name: 'audit',
  title: 'What does the store need for a consent?',
  about:
    'Storing a consent with its idempotency key and its audit entry, with many consents in ' +
    'each transaction and with one. The same with an additional audit entry. Only the store, ' +
    'in this process, committed to disk.',
  takes: { full: 45, quick: 2 },
  async ask({ isQuick, say }) {
    const directory = scratchDirectory();
    const { openSqliteStore } = await built();
    const store = openSqliteStore(`${directory}/service.db`, Date.now);
    await store.seed(SANDBOX_SEED, Date.now());
    const groups = isQuick ? 20 : 100;
    const sample = expectDefined(SAMPLES[0], 'a sample');
    const consent = consentOf(sample, Date.now());
    const endpoint = sample.family.consents;
    const keep = () => {
      const now = Date.now();
      const id = newId(sample.family.consentIdPrefix, now);
      return store.createConsent({ ...consent, id }, keyOf(endpoint), actAt(now));
    };
    const record = () =>
      store.record(actAt(Date.now()), { action: 'consentCreated', subject: endpoint });
    const costs = await interleaved(
      {
        consent: () => cpuOf(groups, AT_ONCE, keep),
        consentAndEntry: () => cpuOf(groups, AT_ONCE, () => Promise.all([keep(), record()])),
        consentAlone: () => cpuOf(groups, 1, keep),
      },
      {
        rounds: isQuick ? 5 : 15,
        warmUp: 3,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    await store.close();
    removeDirectory(directory);
    return answerOf(costs, groups * AT_ONCE);
  },
};

/**
 * Returns the CPU time of this process per command, in microseconds, for groups of a fixed size.
 */
async function cpuOf(
  groups: number,
  atOnce: number,
  command: () => Promise<unknown>,
): Promise<number> {
  const before = process.cpuUsage();
  for (let group = 0; group < groups; group += 1) {
    await Promise.all(Array.from({ length: atOnce }, command));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (groups * atOnce);
}

type Costs = Readonly<Record<'consent' | 'consentAndEntry' | 'consentAlone', readonly number[]>>;

function answerOf({ consent, consentAndEntry, consentAlone }: Costs, amount: number): Answer {
  const added = consentAndEntry.map(
    (micros, round) => micros - expectDefined(consent[round], 'the same round'),
  );
  const cpu = { unit: 'µs CPU', better: 'less' } as const;
  return {
    measures: [
      {
        name: 'audit.entry',
        label: 'one more audit entry, of a consent stored with its own',
        ...ratio(added, consent),
        unit: '× storing a consent',
        better: 'less',
      },
      { name: 'audit.cpu.entry', label: 'one more audit entry', ...figure(added), ...cpu },
      {
        name: 'audit.cpu.consent',
        label: 'a consent stored with its entry',
        ...figure(consent),
        ...cpu,
      },
      {
        name: 'audit.cpu.consent.alone',
        label: 'a consent stored with its entry, in a transaction of its own',
        ...figure(consentAlone),
        ...cpu,
      },
    ],
    charts: [],
    notes: [
      `${String(AT_ONCE)} consents to a transaction, ${String(amount)} a round; the entries go ` +
        'into the same transactions. Each is a command of its own, which that of a request is not.',
    ],
  };
}
