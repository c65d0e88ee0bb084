import { InvalidArgumentError, type Command } from 'commander';
import { FAULTS, type FaultRates } from '../../simulators/core/faults.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the command that runs the reference core. */
export function defineReferenceCore(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/reference-core.ts'))(
    'reference-core',
    'Runs a small core banking system with the API of docs/integration/core-banking.md, on ' +
      '127.0.0.1 and without TLS. It is for tests and development. You can kill it at any time and ' +
      'start it again.',
    ({ runReferenceCore }) => runReferenceCore,
  )
    .summary('Runs a core banking system for tests.')
    .requiredOption('--data <path>', 'data folder of the core')
    .option('--port <n>', 'port. 0 selects a free port', readPort, 0)
    .option('--bank <file>', 'bank file with customers, users and accounts. Default: the sandbox')
    .option(
      '--fault <name=probability>',
      `fault of requests with operations: ${FAULTS.join(', ')}. Example: lostAnswer=0.1. Repeatable`,
      readFault,
      {},
    )
    .option('--seed <n>', 'the same seed gives the same faults', readNumber, 1)
    .option('--latency <ms>', 'delay of every answer, in milliseconds', readNumber, 0)
    .option('--hold-hours <n>', 'hours after which a hold expires. Default: never', readNumber)
    .option(
      '--block <account>',
      'account that is not debited, 14 digits. Repeatable',
      readBlocked,
      [],
    )
    .option('--daily-limit <pence>', 'maximum of the holds on an account on a day', readNumber)
    .option('--show-operations', 'print each operation with its result', false);
}

/** Reads a port from a command line. */
export function readPort(written: string): number {
  if (/^\d{1,5}$/.test(written) && Number(written) <= 65_535) return Number(written);
  throw new InvalidArgumentError('Expected a port such as 8095.');
}

function readNumber(written: string): number {
  if (/^\d{1,15}$/.test(written)) return Number(written);
  throw new InvalidArgumentError('Expected a whole number such as 7.');
}

function readBlocked(written: string, earlier: readonly string[]): readonly string[] {
  if (/^\d{14}$/.test(written)) return [...earlier, written];
  throw new InvalidArgumentError('Expected sort code and account number, 14 digits.');
}

function readFault(written: string, earlier: FaultRates): FaultRates {
  const [name = '', rate = ''] = written.split('=');
  const kind = FAULTS.find((known) => known === name);
  if (kind !== undefined && /^(0|1|0?\.\d+)$/.test(rate)) {
    return { ...earlier, [kind]: Number(rate) };
  }
  throw new InvalidArgumentError(
    `Expected a fault and a probability such as lostAnswer=0.1. Faults: ${FAULTS.join(', ')}.`,
  );
}
