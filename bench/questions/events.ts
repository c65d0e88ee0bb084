import Sqlite from 'better-sqlite3';
import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { FLAT, skipped, thousands, type Question, type Target } from '../helpers/answer.ts';
import { paymentBody, SAMPLES } from '../helpers/families.ts';
import { fillAgreements } from '../helpers/full-store.ts';
import { costOf, postRequest } from '../helpers/load.ts';
import { startService } from '../helpers/program.ts';
import { figure, interleaved, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 16;
const REQUESTS = 320;

/** Number of events that the TPP has not acknowledged. */
const BACKLOG = 100_000;

/** Target: the events of a payment may cost at most 5 % of its CPU. */
const SMALL: Target = { kind: 'at most', value: 1.05 };

/** A callback address that refuses every connection. */
const DEAD_CALLBACK = 'https://127.0.0.1:9/tpp';

const SAMPLE = expectDefined(
  SAMPLES.find(({ family }) => !family.consumesConsent),
  'a family with many payments under a consent',
);

/** Measures the cost of the events of payments, and of a large number of undelivered events. */
export const events: Question = {
  name: 'events',
  title: 'Do events make payments more expensive?',
  about:
    'CPU of the service for a variable recurring payment, submitted and executed: without a ' +
    'subscription, with one, and with one whose callback is dead and that has ' +
    `${thousands(BACKLOG)} undelivered events.`,
  takes: { full: 60, quick: 0 },
  async ask({ isQuick, say }) {
    if (isQuick) return skipped('it stores 100,000 events. Run it without --quick.');
    const subjects: Record<string, () => Promise<number>> = {};
    const ends: (() => Promise<void>)[] = [];
    for (const name of ['none', 'subscribed', 'backlog'] as const) {
      const { measure, end } = await prepare(name);
      subjects[name] = measure;
      ends.push(end);
    }
    const found = await interleaved(subjects, {
      rounds: 9,
      warmUp: 1,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    });
    for (const end of ends) await end();
    const { none = [], subscribed = [], backlog = [] } = found;
    return {
      measures: [
        {
          name: 'events.payment',
          label: 'payment with events against one without',
          ...ratio(subscribed, none),
          unit: '× no subscription',
          target: SMALL,
        },
        {
          name: 'events.backlog',
          label: `payment with ${thousands(BACKLOG)} undelivered events against one with none`,
          ...ratio(backlog, subscribed),
          unit: '× no backlog',
          target: FLAT,
        },
        {
          name: 'events.none',
          label: 'CPU of a payment without events',
          ...figure(none),
          unit: 'µs',
          better: 'less',
        },
      ],
      charts: [],
      notes: ['The figures include the looks of the pusher, and its failing pushes.'],
    };
  },
};

/** Starts a service. Returns a function that measures the CPU of a payment in microseconds. */
async function prepare(kind: 'none' | 'subscribed' | 'backlog') {
  const seeded = await startService();
  await seeded.stop({ keep: true });
  const { directory } = seeded;
  const agreements = await fillAgreements(directory, SAMPLE, { consents: 10, payments: 1 });
  if (kind !== 'none') subscribe(directory, kind === 'backlog' ? BACKLOG : 0);
  const service = await startService({}, directory);
  const tpp = await Tpp.signIn(service.origin);
  const requests = () =>
    Array.from({ length: REQUESTS }, (_, number) => {
      const { consentId, token } = expectDefined(agreements[number % agreements.length], 'one');
      return postRequest(
        `${BASE}/${SAMPLE.family.payments}`,
        token,
        paymentBody(SAMPLE, consentId),
      );
    });
  return {
    measure: async () => {
      const load = { connections: CONNECTIONS, requests: requests() };
      return (await costOf(service, load, () => tpp.settle())).cpuMicros;
    },
    end: async () => {
      tpp.close();
      await service.stop();
    },
  };
}

/** Adds a subscription of the TPP, with a number of events that it has not acknowledged. */
function subscribe(directory: string, backlog: number): void {
  const database = new Sqlite(`${directory}/service.db`);
  const [now, callback] = [Date.now(), backlog > 0 ? DEAD_CALLBACK : null];
  database
    .prepare(
      `INSERT INTO event_subscription (id, client_id, version, callback_url, created_at)
       VALUES ('es', 'tpp-one', '3.1', ?, ?)`,
    )
    .run(callback, now);
  database
    .prepare(
      `INSERT INTO event (id, subscription_id, type, family, resource, resource_id, txn, at,
         expires_at)
       WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < @backlog)
       SELECT 'ev-' || n, 'es', 'resource-update', 'domestic-vrps', 'payment', 'dvp-' || n, 'ev-' || n,
         CAST(@now AS INTEGER), @now + ${String(30 * DAY_MS)} FROM number WHERE @backlog > 0`,
    )
    .run({ backlog, now });
  database.close();
}
