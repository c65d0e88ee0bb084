import { InvalidArgumentError, type Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that run the reference Confirmation of Payee service and screening. */
export function defineReferenceChecks(program: Command, run: Run): void {
  const payee = adder(program, run, () => import('../commands/reference-payee.ts'))(
    'reference-payee',
    'Runs a small Confirmation of Payee service with the API of ' +
      'docs/integration/payee-confirmation.md, on 127.0.0.1 and without TLS. It knows the names of ' +
      'the sandbox. It is for tests and development.',
    ({ runReferencePayee }) => runReferencePayee,
  ).summary('Runs a Confirmation of Payee service for tests.');
  const screening = adder(program, run, () => import('../commands/reference-screening.ts'))(
    'reference-screening',
    'Runs a small screening for fraud and sanctions with the API of docs/integration/screening.md, ' +
      'on 127.0.0.1 and without TLS. It decides by the name of the payee. It is for tests and ' +
      'development.',
    ({ runReferenceScreening }) => runReferenceScreening,
  ).summary('Runs a screening for tests.');
  for (const command of [payee, screening]) {
    command
      .option('--port <n>', 'port. 0 selects a free port', readWhole(65_535), 0)
      .option('--delay <ms>', 'time before each answer, in milliseconds', readWhole(60_000), 0)
      .option('--error-every <n>', 'each n-th request gets status 503', readWhole(1_000_000), 0);
  }
}

function readWhole(max: number) {
  return (written: string): number => {
    if (/^\d{1,7}$/.test(written) && Number(written) <= max) return Number(written);
    throw new InvalidArgumentError(`Expected a whole number up to ${String(max)}.`);
  };
}
