import { InvalidArgumentError, type Command } from 'commander';
import { adder, type Run } from './adder.ts';

/** Adds the command that runs the reference Confirmation of Payee service. */
export function defineReferencePayee(program: Command, run: Run): void {
  adder(program, run, () => import('./commands/reference-payee.ts'))(
    'reference-payee',
    'Runs a small Confirmation of Payee service with the API of ' +
      'docs/integration/payee-confirmation.md, on 127.0.0.1 and without TLS. It knows the names of ' +
      'the sandbox. It is for tests and development.',
    ({ runReferencePayee }) => runReferencePayee,
  )
    .summary('Runs a Confirmation of Payee service for tests.')
    .option('--port <n>', 'port. 0 selects a free port', readWhole(65_535), 0)
    .option('--delay <ms>', 'time before each answer, in milliseconds', readWhole(60_000), 0)
    .option('--error-every <n>', 'each n-th request gets status 503', readWhole(1_000_000), 0);
}

function readWhole(max: number) {
  return (written: string): number => {
    if (/^\d{1,7}$/.test(written) && Number(written) <= max) return Number(written);
    throw new InvalidArgumentError(`Expected a whole number up to ${String(max)}.`);
  };
}
