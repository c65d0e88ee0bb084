import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { SAMPLES } from './families.ts';
import { FamilyLoad } from './family-load.ts';
import { costOfAll, type Cost } from './load.ts';
import { finishedPayments, type Program } from './program.ts';
import { timed } from './statistics.ts';
import { Tpp } from './tpp.ts';

const CONNECTIONS = 64;
/** Interval in milliseconds at which the number of finished payments is read. */
const POLL_MS = 100;
/** Maximum number of reads, which is a minute and more. */
const MAX_POLLS = 900;

/** Domestic payments at a service, from their POST to the booked answer of the scheme. */
export interface ExecutedPayments {
  /** Number of payments of each measurement. */
  readonly payments: number;
  /** Approves new payments, and then measures their submission and execution. */
  pay(): Promise<Cost>;
  close(): void;
}

/**
 * Prepares domestic payments at a service.
 *
 * @param each number of payments of each of the 64 connections
 */
export async function openLoad(service: Program, each: number): Promise<ExecutedPayments> {
  const sample = SAMPLES.find(({ family }) => family.name === 'domestic-payments');
  const size = { connections: CONNECTIONS, each };
  const tpp = await Tpp.signIn(service.origin);
  const load = new FamilyLoad(service, tpp, expectDefined(sample, 'a sample'), size);
  const amount = size.connections * size.each;
  return {
    payments: amount,
    pay: async () => {
      await load.register();
      await load.approve();
      const before = await finishedPayments(service);
      return costOfAll(service, amount, () =>
        timed(async () => {
          await load.submit();
          await untilFinished(service, before + amount);
        }),
      );
    },
    close: () => {
      tpp.close();
    },
  };
}

async function untilFinished(service: Program, wanted: number): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if ((await finishedPayments(service)) >= wanted) return;
    await sleep(POLL_MS);
  }
  throw new Error('The payments did not finish.');
}
