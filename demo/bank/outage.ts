import { z } from 'zod';
import { expectStatus, readAs } from '../../test-client/answer.ts';
import { parseInstant } from '../../src/shared/time.ts';
import { expect, expectEqual } from '../expect.ts';
import { showCommand } from './bank.ts';
import {
  approvePayment,
  awaitExecution,
  expectPending,
  initiationTo,
  submitPayment,
} from './single.ts';
import type { Stage } from './stage.ts';
import { waitFor } from './wait.ts';

/** Longest time after which the service tries a booking in the core again, in milliseconds. */
const RETRY_MS = 10_000;

const Clock = z.object({ now: z.string() });

/** Stops the core, submits a payment, and starts the core again. */
export async function surviveOutage(stage: Stage, interrupted: AbortSignal): Promise<void> {
  const { screen, narrator, bank, tpp, operations } = stage;
  const { core } = bank.systems;
  await core.stop();
  screen.paragraph('The core is stopped. The TPP and the customer go on.');
  const initiation = initiationTo('Harrow Steel Ltd', '20051760000000', '64.00');
  const approved = await approvePayment(stage, initiation);
  narrator.caption('The TPP asks if funds are available. Only the core knows.');
  const funds = await tpp.payments.confirmFunds(approved.consentId, approved.token);
  narrator.exchange(expectStatus(funds, 503));
  await waitFor(screen, 'Waiting for the circuit breaker', async () => {
    if ((await readReachable(stage)) === '0') return true;
    await tpp.payments.confirmFunds(approved.consentId, approved.token);
    return undefined;
  });
  const paymentId = await submitPayment(stage, approved);
  await expectPending(stage, paymentId);
  screen.line();
  screen.paragraph(
    'The payment waits, and its status is true: nothing is booked. Operators see why:',
  );
  screen.line();
  const status = await showCommand(screen, bank, 'core status');
  expect(status.includes('CANNOT BE REACHED'), 'The command should report the core.');

  screen.line();
  screen.paragraph('The core starts again, with the data that it had.');
  await core.start(interrupted);
  await waitFor(screen, 'Waiting for the connection', async () => {
    return (await readReachable(stage)) === '1' ? true : undefined;
  });
  screen.paragraph(
    `The service tries again after ${String(RETRY_MS / 1000)} seconds at the latest. The clock of ` +
      'the sandbox is moved, so that you need not wait.',
  );
  screen.line();
  await moveClock(stage);
  await awaitExecution(stage, paymentId);
  screen.line();
  await waitFor(screen, 'Waiting for the core', () => operations.count('post') || undefined);
  operations.show(screen);
}

/** Reads the metric that says if the core answers: 1 or 0. */
async function readReachable({ bank }: Stage): Promise<string | undefined> {
  const metrics = await (await fetch(`${bank.service.origin}/metrics`)).text();
  return /^pis_core_reachable (\d)$/m.exec(metrics)?.[1];
}

async function moveClock({ tpp }: Stage): Promise<void> {
  const { now } = readAs(expectStatus(await tpp.sandbox.readClock(), 200), Clock);
  const instant = parseInstant(now);
  expect(instant !== undefined, `${now} is not a time.`);
  const moved = await tpp.sandbox.moveClock(instant + RETRY_MS + 1000);
  expectEqual('The status of the clock', moved.status, 200);
}
