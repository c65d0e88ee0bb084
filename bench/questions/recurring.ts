import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { FLAT, thousands, type Answer, type Question } from '../helpers/answer.ts';
import { paymentBody, SAMPLES } from '../helpers/families.ts';
import { fillAgreements, type Agreement } from '../helpers/full-store.ts';
import { costOf, postRequest } from '../helpers/load.ts';
import { startService } from '../helpers/program.ts';
import { figure, interleaved, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

/** Numbers of payments that exist under a consent at the start. */
const SIZES = [10, 100, 1000, 10_000] as const;
const QUICK_SIZES = [10, 10_000] as const;

/** Total number of existing payments for each size. They are spread over one or more consents. */
const PAYMENTS_PER_SIZE = 10_000;
const QUICK_PAYMENTS_PER_SIZE = 1000;

const CONNECTIONS = 16;
const REQUESTS_EACH = 20;

const SAMPLE = expectDefined(
  SAMPLES.find(({ family }) => !family.consumesConsent),
  'a family with many payments under a consent',
);

/** Measures whether a payment costs more if there are already many payments under its consent. */
export const recurring: Question = {
  name: 'recurring',
  title: 'Do payments under an old consent cost more?',
  about:
    'CPU of the service for a variable recurring payment, submitted and executed, after a ' +
    'number of payments under the same consent. Their total must stay within the limits of ' +
    'month and year.',
  takes: { full: 40, quick: 5 },
  async ask({ isQuick, say }) {
    const perSize = isQuick ? QUICK_PAYMENTS_PER_SIZE : PAYMENTS_PER_SIZE;
    const sizes = isQuick ? QUICK_SIZES : SIZES;
    say(`consents with ${sizes.map(thousands).join(', ')} payments into the store`);
    const seeded = await startService();
    await seeded.stop({ keep: true });
    const { directory } = seeded;
    const agreements = new Map<number, readonly Agreement[]>();
    for (const payments of sizes) {
      const consents = Math.max(1, perSize / payments);
      agreements.set(payments, await fillAgreements(directory, SAMPLE, { consents, payments }));
    }
    const service = await startService({}, directory);
    const tpp = await Tpp.signIn(service.origin);
    const subjects = [...agreements].map(([payments, those]) => {
      const cost = () => {
        const load = { connections: CONNECTIONS, requests: requestsUnder(those) };
        return costOf(service, load, () => tpp.settle());
      };
      return [String(payments), async () => (await cost()).cpuMicros] as const;
    });
    const costs = await interleaved(Object.fromEntries(subjects), {
      rounds: isQuick ? 1 : 5,
      warmUp: 1,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    });
    tpp.close();
    await service.stop();
    const found = sizes.map((payments) => [payments, costs[String(payments)] ?? []] as const);
    return answerOf(found, perSize);
  },
};

/** Returns the payment requests of a round. They use the consents in turn. */
function requestsUnder(agreements: readonly Agreement[]) {
  return Array.from({ length: CONNECTIONS * REQUESTS_EACH }, (_, number) => {
    const agreement = expectDefined(agreements[number % agreements.length], 'a consent');
    const { consentId, token } = agreement;
    const body = paymentBody(SAMPLE, consentId);
    return postRequest(`${BASE}/${SAMPLE.family.payments}`, token, body);
  });
}

type Found = readonly (readonly [payments: number, micros: readonly number[]])[];

function answerOf(found: Found, perSize: number): Answer {
  const figures = found.map(([payments, micros]) => [payments, figure(micros)] as const);
  const [few] = found;
  const many = found.at(-1);
  if (few === undefined || many === undefined) throw new Error('No sizes were measured.');
  return {
    measures: [
      {
        name: 'recurring.payment',
        label: `payment after ${thousands(many[0])} against one after ${thousands(few[0])}`,
        ...ratio(many[1], few[1]),
        unit: '× few payments',
        target: FLAT,
      },
      ...figures.map(([payments, micros]) => ({
        name: `recurring.payment.${String(payments)}`,
        label: `CPU of a payment after ${thousands(payments)}`,
        ...micros,
        unit: 'µs',
        better: 'less' as const,
      })),
    ],
    charts: [
      {
        kind: 'lines',
        title: 'CPU of the service for a payment under a consent',
        unit: 'µs',
        xUnit: 'payments under the consent',
        lines: [
          {
            label: 'CPU of a payment',
            points: figures.map(([payments, { value }]) => [payments, value] as const),
          },
        ],
      },
    ],
    notes: [
      `Each size has ${thousands(perSize)} payments in the same store, over one or ` +
        'more consents. The measured payments add at most a fifth.',
    ],
  };
}
