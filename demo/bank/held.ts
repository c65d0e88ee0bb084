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

/** Submits a payment that the screening holds. Two analysts of the bank release it. */
export async function releaseHeld(stage: Stage): Promise<void> {
  const { screen, bank, operations } = stage;
  const { screening } = bank.systems;
  const initiation = initiationTo('Suspicious Ltd', '20000000000009', '5.00');
  const paymentId = await submitPayment(stage, await approvePayment(stage, initiation));
  await waitFor(screen, 'Waiting for the screening', async () => {
    const metrics = await (await fetch(`${bank.service.origin}/metrics`)).text();
    return /^pis_screening_held 1$/m.test(metrics) ? true : undefined;
  });
  await expectPending(stage, paymentId);
  screen.line();
  screen.paragraph('The screening holds the payment. The core has no hold for it. Operators see:');
  screen.line();
  const listed = await showCommand(screen, bank, 'screening list');
  expect(listed.includes('fraud, payee_reported'), 'The command should list the payment.');

  screen.line();
  screen.paragraph('Two analysts release it in the case system of the bank.');
  const body = JSON.stringify({ id: `${paymentId}.0.0`, decision: 'release', by: ['eve', 'fred'] });
  const answer = await fetch(`${screening.url}/decisions`, { method: 'POST', body });
  expectEqual('The status of the decision', answer.status, 200);
  await awaitExecution(stage, paymentId);
  screen.line();
  await waitFor(screen, 'Waiting for the core', () => operations.count('post') || undefined);
  operations.show(screen);
}
