import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../pis/src/program.ts';
import { expectEqual } from './expect.ts';
import { DEBTOR_ACCOUNT } from './payment-file.ts';
import type { Service } from './service.ts';
import { cut, type Screen } from './terminal.ts';

/** Maximum number of characters of a line that pis prints. */
const COLUMNS = 76;

/** Exit codes of pis: done and partly paid. */
const [DONE, PARTLY_PAID] = [0, 6];

/** The sort code of the wrong accounts, and the first digit of their numbers. */
const WRONG = '99-99-99;0';

/** The spreadsheet. The scheme will reject the payments of lines 4, 7 and 9. */
const SPREADSHEET = `Supplier;Sort code;Account no;Amount;Invoice
Harrow Steel Ltd;20-05-17;60000000;1.250,00;NW 4701
Calder Foods Ltd;20-05-17;60000014;312,40;NW 4702
Old Mill Prints;99-99-99;00000001;85,00;NW 4703
Tarn & Sons;20-05-17;60000021;4.020,10;NW 4704
Ashdown Couriers;20-05-17;60000035;61,75;NW 4705
Bell Tower Cafe;99-99-99;00000004;140,00;NW 4706
Fenwick Tools;20-05-17;60000042;799,99;NW 4707
Grey Heron Ltd;99-99-99;00000006;230,00;NW 4708
Orchard Supplies;20-05-17;60000056;18,20;NW 4709
`;

/** Shows how `pis` pays a spreadsheet in which the accounts of three rows are wrong. */
export async function showSpreadsheet(
  screen: Screen,
  service: Service,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pis-demo-spreadsheet-'));
  try {
    screen.heading('A spreadsheet, paid with one command');
    screen.paragraph(
      'A supplier list of nine rows, as a spreadsheet exports it. The accounts of three rows are wrong.',
    );
    const path = join(folder, 'suppliers.csv');
    await writeFile(path, SPREADSHEET);
    const pis = (args: readonly string[], shown: string): Promise<number> => {
      screen.line();
      screen.line(screen.style('cyan', `$ npx pis ${shown}`));
      return runPis(screen, { folder, signal }, args);
    };
    const origins = ['--api', service.apiUrl, '--issuer', service.issuerUrl];
    const init = ['init', 'sandbox', '--data', service.directory, '--origin', service.origin];
    expectEqual('pis init', await pis([...init, ...origins], 'init sandbox'), DONE);
    const pay = ['--yes', '--approve-as', 'clara', '--debtor', DEBTOR_ACCOUNT];
    const paid = await pis(
      ['pay', path, ...pay],
      `pay suppliers.csv --debtor ${DEBTOR_ACCOUNT} --approve-as clara --yes`,
    );
    expectEqual('pis pay', paid, PARTLY_PAID);
    const repaired = join(folder, 'repaired.csv');
    const retry = ['retry', path, '-o', repaired];
    expectEqual('pis retry', await pis(retry, 'retry suppliers.csv -o repaired.csv'), DONE);
    screen.line();
    screen.paragraph('The accounts are corrected in the new file, which has the failed rows only.');
    await writeFile(repaired, (await readFile(repaired, 'utf8')).replaceAll(WRONG, '20-05-17;6'));
    const rest = ['pay', repaired, ...pay];
    expectEqual('pis pay', await pis(rest, 'pay repaired.csv … --yes'), DONE);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a command of pis as in a terminal. Returns its exit code. */
async function runPis(
  screen: Screen,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
  args: readonly string[],
): Promise<number> {
  let text = '';
  const output = (isTerminal: boolean) => ({
    ...{ isTerminal, hasColours: false },
    write: (piece: string) => void (text += piece),
  });
  const now = Date.now;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(now());
  // The progress bar is left out.
  const streams = { out: output(true), err: output(false) };
  const code = await run({ ...streams, today, now, folder, signal }, args);
  for (const line of text.trimEnd().replaceAll(`${folder}/`, '').split('\n')) {
    screen.line(cut(line, COLUMNS));
  }
  return code;
}
