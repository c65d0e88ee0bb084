import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the commands that verify and list the audit log. */
export function defineAudit(program: Command, run: Run): void {
  const audit = program
    .command('audit')
    .description('Verifies the audit log, the books and the payment files.');
  const add = adder(audit, run, () => import('../commands/audit.ts'));
  const data = [
    '--data <folder>',
    'data folder of a stopped service, or a backup. Default: the database of PIS_DATABASE_URL, also ' +
      'while its nodes run, or PIS_DATA_DIR',
  ] as const;
  const verifies =
    'Verifies the hash chain of the audit log, the books, and the list of segments of the search index.';
  add('verify', verifies, ({ verify }) => verify)
    .option(...data)
    .option('--sequence <n>', 'number of the entry at the head of the log, noted earlier')
    .option('--head <hex>', 'its hash, to detect entries that were removed or rewritten');
  add('list', 'Prints the entries of the audit log, one per line, as JSON.', ({ list }) => list)
    .option(...data)
    .option('--consent <id>', 'only entries of this consent')
    .option('--from <date-time>', 'only entries from this time on: 2026-12-01T09:00:00Z')
    .option(
      '--id <id>',
      'asks the running service for the newest entries about a payment or other id',
    )
    .option('--action <action>', 'asks the running service for entries with this action')
    .option('--before <n>', 'asks the running service for entries before this sequence number')
    .option('--limit <n>', 'asks the running service, at most 1,000 entries. Default: 100');
  const compares =
    'Verifies every payment file, and every document of a payment hub that the database contains, ' +
    'against its SHA-256.';
  add('files', compares, ({ files }) => files).option(...data);
}
