import { setTimeout } from 'node:timers/promises';
import { BASE } from '../test-client/tpp.ts';
import { Transport } from '../test-client/transport.ts';
import { displayAmount } from '../src/shared/money.ts';
import { showClosing } from './closing.ts';
import { subscribe } from './events.ts';
import { UnexpectedResult } from './expect.ts';
import { pay, signIn } from './journey.ts';
import { showMistakes } from './mistakes.ts';
import { showHub } from './hub.ts';
import { createNarrator } from './narrator.ts';
import { showBooks, showClassification, showRefused, showReport } from './outcome.ts';
import { hashOf, makeFile, PAYMENTS, REFUSED, type PaymentFile } from './payment-file.ts';
import { runProgram } from './program.ts';
import { readDetails, readStatement } from './reading.ts';
import { showReturned } from './returned.ts';
import { showSpreadsheet } from './spreadsheet.ts';
import { startService, type Service } from './service.ts';
import { showSpeed } from './speed.ts';
import { showTwoApprovals } from './two-approvals.ts';
import { count, cut, duration, type Screen } from './terminal.ts';

/** Interval between two status requests, in milliseconds. */
const POLL_MS = 5;

/** Seed for the generated file. A different seed produces different payments. */
const SEED = 47;

/** Time limit for a response, in milliseconds. */
const ANSWER_MS = 30_000;

/** Time in milliseconds to wait for the service to exit after its connection broke. */
const LOST_MS = 200;

process.exitCode = await runProgram(
  {
    command: 'npm run demo',
    about: `Starts a service in a temporary folder and pays a payment file, from consent to report. Then shows
  a payment that comes back, a file that is rejected, a file that needs two approvals, a payment
  hub, and a spreadsheet that the command line of TPPs pays. Removes all data at the end.`,
  },
  runDemo,
);

/** Runs the whole demo. Stops the service and removes its data afterwards, even after an error. */
async function runDemo(screen: Screen, interrupted: AbortSignal): Promise<void> {
  const started = performance.now();
  let service: Service | undefined;
  try {
    showTitle(screen);
    service = await startService(interrupted);
    screen.line(`The service listens on ${service.origin}, in a temporary folder,`);
    screen.line(`and was ready after ${duration(performance.now() - started)}.`);
    await whileRunning(service, runSteps(screen, service, interrupted));
    await service.stop();
    showClosing(screen, (performance.now() - started) / 1000);
  } finally {
    await service?.stop();
  }
}

/**
 * Waits until the demo has finished. If the service ends, a broken connection may be the first sign
 * of it.
 */
async function whileRunning({ lost }: Service, steps: Promise<void>): Promise<void> {
  try {
    await Promise.race([steps, lost]);
  } catch (error) {
    if (!(error instanceof UnexpectedResult)) await Promise.race([lost, setTimeout(LOST_MS)]);
    throw error;
  }
}

async function runSteps(screen: Screen, service: Service, interrupted: AbortSignal): Promise<void> {
  const { origin } = service;
  const file = makeFile(SEED);
  showFile(screen, file);

  screen.heading('From consent to report');
  screen.paragraph(`Paths are relative to ${BASE}, those of the sandbox to /.`);
  const narrator = createNarrator(screen);
  const transport = new Transport({ timeoutMs: ANSWER_MS, signal: interrupted });
  const tpp = await signIn(transport, origin, narrator);
  const subscribed = await subscribe(tpp, narrator);
  const paid = await pay(tpp, file, narrator, POLL_MS, (...given) => subscribed.finish(...given));
  await subscribed.end();
  const states = await readDetails(tpp, paid.paymentId, narrator);
  const statement = await readStatement(tpp, narrator);

  showClassification(screen, paid.report);
  showBooks(screen, file, { statement, states });
  showReport(screen, paid.report);
  showRefused(screen, file, states);
  await showReturned(screen, tpp, file, { paymentId: paid.paymentId, states });
  await showSpeed(screen, tpp, origin, paid);
  await showMistakes(screen, tpp);
  await showTwoApprovals(screen, tpp);
  await showHub(screen, interrupted);
  await showSpreadsheet(screen, service, interrupted);
}

function showTitle(screen: Screen): void {
  screen.line();
  screen.line(screen.style('bold', 'Payment Initiation Service'));
  screen.line('One payment file is paid, and one of its payments comes back days later.');
  screen.line('Another file is rejected, a third needs two approvals, and a fourth is');
  screen.line('handed over to a payment hub. At the end, one command pays a spreadsheet.');
  screen.line();
}

function showFile(screen: Screen, file: PaymentFile): void {
  screen.heading(`A file of ${count(PAYMENTS)} payments`);
  const names = [...new Set(file.creditors)].filter((name) => /[^ -~]/.test(name)).slice(0, 3);
  screen.line(`Payments   ${count(PAYMENTS)} faster payments, from one account, today`);
  screen.line(`Total      GBP ${displayAmount(file.totalPence)}`);
  screen.line(`Size       ${count(file.bytes.length)} bytes`);
  screen.line(`SHA-256    ${hashOf(file.bytes)}`);
  screen.line(`Creditors  ${cut(names.join(', '), 67)}`);
  screen.line(
    `Errors     the scheme will reject ${String(REFUSED.size)} of the creditors' accounts`,
  );
}
