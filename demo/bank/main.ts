import { displayAmount, type Pence } from '../../src/shared/money.ts';
import { londonDate } from '../../src/shared/time.ts';
import { realTime } from '../../test/helpers/real-time.ts';
import { expect, expectEqual } from '../expect.ts';
import { createNarrator } from '../narrator.ts';
import { DEBTOR_ACCOUNT } from '../payment-file.ts';
import { endingAll, runProgram, type Cleanups } from '../program.ts';
import type { Screen } from '../terminal.ts';
import { showCommand, startBank } from './bank.ts';
import { BATCH_DEBIT_PENCE, payBatch } from './batch.ts';
import { CoreLog, showBalance } from './core-view.ts';
import { releaseHeld } from './held.ts';
import { surviveOutage } from './outage.ts';
import { approvePayment, awaitExecution, initiationTo, submitPayment } from './single.ts';
import type { Stage } from './stage.ts';
import { connectTpp } from './tpp.ts';
import { waitFor } from './wait.ts';

/** Amounts of the single payments, in pence. */
const SINGLES_PENCE: Pence = 10_50 + 5_00 + 64_00;

process.exitCode = await runProgram(
  {
    command: 'npm run demo:bank',
    about: `Starts the service with a core banking system, an OpenID Provider, a Confirmation of Payee
  service and a screening, each as a process of its own. Makes payments, stops the core and starts
  it again. Then compares both books. Removes all data at the end.`,
  },
  endingAll('Both books agree', runDemo),
);

async function runDemo(
  screen: Screen,
  interrupted: AbortSignal,
  cleanups: Cleanups,
): Promise<void> {
  screen.line();
  screen.line(screen.style('bold', 'Payment Initiation Service, with the systems of a bank'));
  screen.heading('Start');
  const bank = await startBank(screen, interrupted, cleanups);
  const tpp = await connectTpp(bank.service, interrupted);
  cleanups.push(tpp.close);
  const stage: Stage = {
    ...{ screen, bank, tpp, narrator: createNarrator(screen) },
    operations: new CoreLog(bank.systems.core),
  };
  await Promise.race([runSteps(stage, interrupted), bank.lost, abortOf(interrupted)]);
}

/** Rejects when the user interrupts the demo. */
function abortOf(interrupted: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => {
      reject(new Error('interrupted'));
    };
    if (interrupted.aborted) abort();
    interrupted.addEventListener('abort', abort);
  });
}

async function runSteps(stage: Stage, interrupted: AbortSignal): Promise<void> {
  const { screen, bank, operations } = stage;
  const { core } = bank.systems;

  screen.heading('A payment');
  const before = await showBalance(screen, core, DEBTOR_ACCOUNT, 'before');
  const misspelt = initiationTo('Fresko Ltd', '20000000000001', '10.50');
  const approved = await approvePayment(stage, misspelt);
  const isChecked = approved.confirmed.rows.some(([, value]) => value.startsWith('Close match'));
  expect(isChecked, 'The provider should show the result of the name check.');
  await awaitExecution(stage, await submitPayment(stage, approved));
  await waitFor(screen, 'Waiting for the core', () => operations.count('post') || undefined);
  screen.line();
  operations.show(screen);
  await showBalance(screen, core, DEBTOR_ACCOUNT, 'after');

  screen.heading('A payment that the screening holds');
  await releaseHeld(stage);

  screen.heading('A BATCH file from three accounts');
  await payBatch(stage);

  screen.heading('The core stops');
  await surviveOutage(stage, interrupted);

  screen.heading('Both books');
  const after = await showBalance(screen, core, DEBTOR_ACCOUNT, 'at the end');
  const paid = before - after;
  expectEqual('The sum of the payments', paid, SINGLES_PENCE + BATCH_DEBIT_PENCE);
  screen.paragraph(`GBP ${displayAmount(paid)} have left the account: exactly the payments above.`);
  screen.line();
  const report = await showCommand(screen, bank, `core reconcile ${londonDate(realTime())}`);
  expect(report.includes('No difference.'), 'The books should not differ.');
}
