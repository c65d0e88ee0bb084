import { expect } from './expect.ts';
import { pay, type PaidFile, type Tpp } from './journey.ts';
import { silent } from './narrator.ts';
import { makeFile, PAYMENTS } from './payment-file.ts';
import { count, duration, left, right, type Screen } from './terminal.ts';

/** Number of files in each round. */
const FILES = 6;

/**
 * Interval in milliseconds between two status requests for one file. The second value is used for
 * several files, which together send at most about 200 requests a second.
 */
const POLL_ALONE_MS = 10;
const POLL_TOGETHER_MS = 50;

/** Values of the service's metric `pis_file_seconds`. */
export interface Reading {
  readonly files: number;
  /**
   * Total processing time of all files in seconds. For each file, the time runs from its first byte
   * to its acceptance.
   */
  readonly seconds: number;
}

/** Shows the throughput for the first file, and for more files once the service has warmed up. */
export async function showSpeed(
  screen: Screen,
  tpp: Tpp,
  origin: string,
  first: PaidFile,
): Promise<void> {
  screen.heading('How fast');
  const before = await readMetrics(origin);
  const bar = screen.progress('Twelve more files');

  let aloneMs = 0;
  let done = 0;
  const noteDone = (): void => {
    done += 1;
    bar.show(done / (2 * FILES));
  };
  for (let number = 0; number < FILES; number += 1) {
    aloneMs += (await pay(tpp, makeFile(100 + number), silent, POLL_ALONE_MS)).milliseconds;
    noteDone();
  }
  const after = await readMetrics(origin);
  const together = Array.from({ length: FILES }, (_, number) => makeFile(200 + number));
  const started = performance.now();
  await Promise.all(
    together.map((file) => pay(tpp, file, silent, POLL_TOGETHER_MS).then(noteDone)),
  );
  const togetherMs = performance.now() - started;
  bar.end();

  expect(
    after.files === before.files + FILES,
    'The metric pis_file_seconds did not count every file.',
  );
  const row = (name: string, reading: string, whole: string, took: string): string =>
    `${left(name, 28)} ${right(reading, 14)} ${right(whole, 16)} ${right(took, 16)}`;
  const rate = (payments: number, milliseconds: number): string =>
    count((payments / milliseconds) * 1000);
  const lines = [
    row(
      'the file above, all cold',
      rate(PAYMENTS, before.seconds * 1000),
      rate(PAYMENTS, first.milliseconds),
      duration(first.milliseconds),
    ),
    row(
      `${String(FILES)} more, one by one`,
      rate(FILES * PAYMENTS, (after.seconds - before.seconds) * 1000),
      rate(FILES * PAYMENTS, aloneMs),
      `${duration(aloneMs / FILES)} each`,
    ),
    row(
      `${String(FILES)} more, all at once`,
      '',
      rate(FILES * PAYMENTS, togetherMs),
      `${duration(togetherMs)} all`,
    ),
  ];
  screen.line(screen.style('dim', row('payments a second', 'reading', 'upload to report', 'took')));
  for (const line of lines) screen.line(line);
  screen.line();
  screen.paragraph(
    'Reading: receiving, hashing, checking and classifying a file, as the service itself ' +
      'measures it. Upload to report: with the customer, the submission, the books and the ' +
      "scheme's own 20 ms, as the TPP sees it. npm run bench measures it properly.",
    { style: 'dim' },
  );
}

async function readMetrics(origin: string): Promise<Reading> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string): number =>
    Number(new RegExp(`^pis_file_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return { files: value('count'), seconds: value('sum') };
}
