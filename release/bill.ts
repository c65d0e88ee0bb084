import { join } from 'node:path';
import { MISUSED, readCommandLine } from '../test/helpers/command-line.ts';
import { billOfPackages, billOfProgram, readBill, withDebianPackages, writeBill } from './bills.ts';

const { values, operands } = readCommandLine(
  {
    command: 'node release/bill.ts',
    about:
      'Writes the bill of materials of a staged program, or adds the Debian packages of an image.',
    operands: ['file'],
    options: {
      program: { kind: 'text', default: '', about: 'output of deploy/stage' },
      status: { kind: 'text', default: '', about: 'status.d, with the packages to add' },
    },
  },
  process.argv.slice(2),
);
const [file = ''] = operands;
const { program, status } = values;
if ((program === '') === (status === '')) {
  console.error('Name either --program or --status.');
  process.exit(MISUSED);
}
const checkout = join(import.meta.dirname, '..');
const bill =
  status === ''
    ? billOfProgram(await servicePackages(), program)
    : withDebianPackages(readBill(file), status);
await writeBill(file, bill);

function servicePackages() {
  const { signal } = new AbortController();
  return billOfPackages(checkout, file, { options: ['--no-workspaces'], signal });
}
