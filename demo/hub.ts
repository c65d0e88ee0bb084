import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Transport } from '../test-client/transport.ts';
import { displayAmount } from '../src/shared/money.ts';
import { expectEqual } from './expect.ts';
import { pay, signIn, type Tpp } from './journey.ts';
import { silent } from './narrator.ts';
import { fileOf, makeElement, OPENING_PENCE, type PaymentFile } from './payment-file.ts';
import { watch } from './process.ts';
import { readDetails, readStatement } from './reading.ts';
import { startService } from './service.ts';
import { left, right, type Screen } from './terminal.ts';

const PISCTL = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Interval between two requests, and the maximum time for the hub to decide, in milliseconds. */
const POLL_MS = 50;
const DECISION_MS = 20_000;

/** The payments of the file. The hub decides by the creditor's account. */
const CREDITS = [
  { creditor: 'Albion Ropes plc', account: '20051760000007', ends: 'ACSC', why: 'accepted' },
  { creditor: 'Nowhere Ltd', account: '99999900000001', ends: 'AC01', why: 'rejected at once' },
  { creditor: 'Later & Co', account: '99999900000050', ends: 'ACSC', why: 'pending, accepted' },
  { creditor: 'Too Late Ltd', account: '99999900000051', ends: 'AC06', why: 'pending, rejected' },
  { creditor: 'Moved Away plc', account: '99999900000070', ends: 'AC04', why: 'paid, returned' },
  {
    creditor: 'Harbour Bakery',
    account: '11280007654321',
    ends: 'ACSC',
    why: 'not involved: at this bank',
  },
] as const;

/** Amount of each payment, in pence. */
const EACH_PENCE = 125_00;

/**
 * Shows a file whose credits are handed over to a payment hub, and the hub's answers. The hub
 * simulator and a second service run as separate processes and exchange files in a folder.
 */
export async function showHub(screen: Screen, interrupted: AbortSignal): Promise<void> {
  screen.heading('Through a payment hub');
  screen.paragraph(
    'A second service hands its payments over to a hub, in a pacs.008 message in a folder. The ' +
      'hub answers in files too, when it likes. One credit comes back after it was paid.',
  );
  const folder = mkdtempSync(join(tmpdir(), 'pis-demo-hub-'));
  const hub = new Hub(folder);
  try {
    const service = await startService(interrupted, { PIS_SCHEMES: `folder:${folder}` });
    try {
      const transport = new Transport({ timeoutMs: DECISION_MS, signal: interrupted });
      const tpp = await signIn(transport, service.origin, silent);
      await Promise.race([payThroughHub(screen, tpp, hub, interrupted), service.lost]);
    } finally {
      await service.stop();
    }
  } finally {
    await hub.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function payThroughHub(
  screen: Screen,
  tpp: Tpp,
  hub: Hub,
  signal: AbortSignal,
): Promise<void> {
  const { paymentId } = await pay(tpp, makeSmallFile(), silent, POLL_MS);
  const expected = CREDITS.map(({ ends }) => ends);
  const deadline = performance.now() + DECISION_MS;
  let found: readonly string[];
  do {
    await setTimeout(POLL_MS, undefined, { signal });
    found = (await readDetails(tpp, paymentId, silent)).map(({ detail }) => detail);
  } while (found.join() !== expected.join() && performance.now() < deadline);
  expectEqual('The payments', found, expected);
  screen.line();
  for (const line of hub.lines) screen.paragraph(line, { style: 'dim' });
  screen.line();
  const row = (cells: readonly [string, string, string, string, string]): string => {
    const [payment, creditor, account, status, reason] = cells;
    return `${right(payment, 7)}  ${left(creditor, 16)}  ${account}  ${status}  ${reason}`;
  };
  const header = ['payment', 'creditor', left('account', 14), 'status', 'the hub'] as const;
  screen.line(screen.style('dim', row(header)));
  for (const [index, { creditor, account, ends, why }] of CREDITS.entries()) {
    const status = screen.style(ends === 'ACSC' ? 'green' : 'red', left(ends, 6));
    screen.line(row([String(index), creditor, account, status, why]));
  }
  await checkBooks(screen, tpp);
}

/** Checks that the file was debited once, and that each credit that was not paid came back. */
async function checkBooks(screen: Screen, tpp: Tpp): Promise<void> {
  const { balancePence, entries } = await readStatement(tpp, silent);
  const debitedPence = CREDITS.length * EACH_PENCE;
  const returns = CREDITS.filter(({ ends }) => ends !== 'ACSC').length;
  const moved = entries.filter(({ kind }) => kind === 'debit' || kind === 'returned-credit');
  expectEqual(
    'The entries of the debtor',
    moved.map(({ amountPence }) => amountPence),
    [-debitedPence, ...Array.from({ length: returns }, () => EACH_PENCE)],
  );
  expectEqual('The balance', balancePence, OPENING_PENCE - debitedPence + returns * EACH_PENCE);
  screen.line();
  screen.paragraph(
    `GBP ${displayAmount(debitedPence)} were debited once, and ${String(returns)} credits of ` +
      `GBP ${displayAmount(EACH_PENCE)} came back.`,
  );
}

function makeSmallFile(): PaymentFile {
  const credits = CREDITS.map((credit) => ({ ...credit, amountPence: EACH_PENCE }));
  return {
    bytes: fileOf(credits.map((credit, index) => makeElement(index, credit))),
    creditors: credits.map(({ creditor }) => creditor),
    amountsPence: credits.map(({ amountPence }) => amountPence),
    totalPence: credits.length * EACH_PENCE,
  };
}

/** A hub simulator as a child process. */
class Hub {
  readonly stop: () => Promise<void>;
  #output = '';

  constructor(folder: string) {
    const child = fork(PISCTL, ['hub-simulator', '--folder', folder], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    this.stop = watch(child, 'The hub').stop;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  /** Returns the lines in which the hub described messages and documents. */
  get lines(): readonly string[] {
    return this.#output.split('\n').filter((line) => /^(Message|Delivered) /.test(line));
  }
}
