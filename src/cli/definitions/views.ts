import { type Command, Option } from 'commander';
import { FILE_STATE_NAMES } from '../../domain/records/listed-file.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { adder, REASON, sender, type Run } from '../adder.ts';

/** Adds the commands that find and show payments, the ledger, the audit log and the settings. */
export function defineViews(program: Command, run: Run): void {
  defineOverviews(program, run);
  defineSearch(program, run);
  defineShow(program, run);
  defineCase(program, run);
  defineAudit(program, run);
  defineSettings(program, run);
}

const AFTER = 'next page: the value that the last line of the previous page names';

/** Adds the commands that show the ledger and the payment files. */
function defineOverviews(program: Command, run: Run): void {
  const load = () => import('../commands/overviews.ts');
  const ledger = adder(program, run, load)(
    'ledger',
    'Shows the clearing and settlement accounts of each scheme on a day: debits, credits, balance, ' +
      'returned money, and money that is open: not sent, not answered, pending, or in suspense.',
    (m) => m.ledger,
  )
    .summary('Shows the accounts of each scheme on a day.')
    .option('--day <day>', 'day in London: 2026-12-01. Default: today')
    .addOption(new Option('--scheme <scheme>', 'only of this scheme').choices(INSTRUMENTS));
  adder(ledger, run, load)(
    'entries <account>',
    'Lists entries of an account of the bank on a day, the newest first, at most 200. The accounts ' +
      'are clearing:<scheme>, settlement:<scheme>, charges and opening.',
    (m) => m.ledgerEntries,
  )
    .option('--day <day>', 'day in London: 2026-12-01. Default: today')
    .option('--after <place>', AFTER);
  const regulator = adder(program, run, load)(
    'regulator',
    'Shows uptime, downtime, mean response times and error rate of the API on each day of a month, ' +
      'and the SQL of each figure. With --json, all figures without rounding.',
    (m) => m.regulator,
  )
    .summary('Shows availability and response times of the API for the regulator.')
    .option('--month <month>', 'month in London: 2026-12. Default: this month');
  const mark = sender(regulator, run, 'npx pisctl regulator');
  mark(
    'unplanned <start>',
    'Counts a planned downtime as unplanned, for example a stop without notice to TPPs. The start is ' +
      'the one that pisctl regulator lists.',
    'POST /regulator/downtimes/:downtime/unplanned',
    'The downtime that starts at <id> counts as unplanned.',
  ).requiredOption(...REASON);
  mark(
    'planned <start>',
    'Proposes to count an unplanned downtime as planned. Another operator confirms it with pisctl ' +
      'proposal confirm.',
    'POST /regulator/downtimes/:downtime/planned',
    null,
  ).requiredOption(...REASON);
  const files = program.command('files').description('Shows payment files.');
  adder(files, run, load)(
    'list',
    'Lists files that were submitted for payment, the newest first, at most 200.',
    (m) => m.listFiles,
  )
    .option('--day <day>', 'day in London on which they were submitted: 2026-12-01')
    .addOption(new Option('--status <status>', 'only in this status').choices(FILE_STATE_NAMES))
    .option('--after <place>', AFTER);
}

/** Adds the commands that find payments and build the search index again. */
function defineSearch(program: Command, run: Run): void {
  const load = () => import('../commands/find.ts');
  adder(program, run, load)(
    'find <text>',
    'Finds payments of all types in the running service, also those in payment files: by an id of ' +
      'the service, the TPP or a message to a scheme, a reference, an account, an amount (1,050.00 ' +
      'or 1050 EUR), or the beginnings of the words of a name or reference. Prints ids found first, ' +
      'then the newest payments.',
    (m) => m.find,
  )
    .summary('Finds payments of all types, also those in payment files.')
    .option('--from <day>', 'first day in London on which the consent was created: 2026-12-01')
    .option('--to <day>', 'last day, for example 2026-12-31')
    .option('--limit <n>', 'maximum number of payments, from 1 to 1,000. Default: 100');
  const search = program.command('search').description('Maintains the index that find uses.');
  adder(search, run, load)(
    'rebuild',
    'Removes the search index. The running service builds it again from the audit log.',
    (m) => m.rebuild,
  );
}

/** Adds the command that shows what happened to a payment. */
function defineShow(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/show.ts'))(
    'show <id>',
    'Shows the facts of a payment or a consent, what happened to it, and what it waits for. The id is ' +
      'a ConsentId or the id of a payment. It contains names and account numbers.',
    ({ show }) => show,
  )
    .summary('Shows what happened to a payment.')
    .option('--row <n>', 'number of a payment in its file or standing order, from 1');
}

/** Adds the commands that export and verify the case file of a payment. */
function defineCase(program: Command, run: Run): void {
  const group = program
    .command('case')
    .description('Exports everything about a payment as a signed archive, and verifies it.');
  const add = adder(group, run, () => import('../commands/case.ts'));
  add(
    'export <id>',
    'Writes the case file of a payment of the running service: what happened, the requests, ' +
      'approvals and messages, and audit entries with their proof. The id is a ConsentId or the id ' +
      'of a payment. The file contains names and account numbers.',
    (m) => m.exportCase,
  )
    .summary('Writes the case file of a payment.')
    .requiredOption('--out <file>', 'the ZIP archive to write. It must not exist.')
    .option('--row <n>', 'number of a payment in its file or standing order, from 1');
  add(
    'verify <file>',
    'Verifies a case file without a service: each member, the signature, and the proof that the ' +
      'audit log contains the entries. Names each fault.',
    (m) => m.verifyCase,
  )
    .summary('Verifies a case file without a service.')
    .option(
      '--jwks <file>',
      'JWKS with the published keys of the bank. Without it, the signer is not verified.',
    );
}

/** Adds the commands that verify and list the audit log. */
function defineAudit(program: Command, run: Run): void {
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

/** Adds the command that shows the settings in force. */
function defineSettings(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/settings.ts'))(
    'settings [name]',
    'Shows the version, the profile, the database and all settings of the running service, limits ' +
      'first, and where each value comes from. With a name such as PIS_NODE, shows this setting with ' +
      'its meaning. Secrets are not shown.',
    ({ settings }) => settings,
  ).summary('Shows the settings of the running service.');
}
