import { InvalidArgumentError, Option, type Command } from 'commander';
import { AUTHENTICATION_METHODS } from '../auth/profile.ts';
import { adder, type Run } from './adder.ts';
import { defineHub } from './definitions/hub.ts';
import { defineOperations } from './definitions/operations.ts';
import { defineSimulators } from './definitions/simulators.ts';
import { defineViews } from './definitions/views.ts';

/** Adds all commands that have an action of their own to the program. */
export function defineCommands(program: Command, run: Run): void {
  defineViews(program, run);
  defineOperations(program, run);
  defineHub(program, run);
  defineClock(program, run);
  defineBackups(program, run);
  defineDatabases(program, run);
  defineKeys(program, run);
  defineSharedKeys(program, run);
  definePassword(program, run);
  defineCheckFile(program, run);
  definePki(program, run);
  defineSimulators(program, run);
}

function defineBackups(program: Command, run: Run): void {
  adder(program, run, () => import('./commands/backup.ts'))(
    'backup <folder>',
    'Copies the data folder (PIS_DATA_DIR) of a running or stopped service to a new folder, and ' +
      'verifies the copy. With PIS_FILES=s3://… it copies the payment files from the object store.',
    ({ backup }) => backup,
  ).summary('Copies the data of a service and verifies the copy.');
  adder(program, run, () => import('./commands/restore.ts'))(
    'restore <backup> <data-folder>',
    'Creates a data folder from a backup. The data folder must be new or empty. The payment files ' +
      'are restored to the data folder, or with PIS_FILES=s3://… to the object store.',
    ({ restore }) => restore,
  ).summary('Creates a data folder from a backup.');
}

function defineCheckFile(program: Command, run: Run): void {
  adder(program, run, () => import('./commands/check-file.ts'))(
    'check-file <file>',
    'Checks a payment file as an upload would, and prints its errors or how it would be executed. ' +
      'Stores nothing. The options contain fields of the consent, if they are already known.\n' +
      'Exit code 0: the file would be accepted. 1: it would be rejected. 2: it cannot be read.',
    ({ checkFile }) => checkFile,
  )
    .summary('Checks a payment file as an upload would.')
    .option('--type <type>', 'FileType: UK.OBIE.PaymentInitiation.3.1 (default) or …4.0')
    .option('--hash <hash>', 'FileHash: the SHA-256 of the file in base64')
    .option('--count <n>', 'NumberOfTransactions')
    .option('--sum <amount>', 'ControlSum')
    .option('--date <date>', 'RequestedExecutionDateTime, or only the day: 2026-12-01')
    .option('--debtor <account>', 'DebtorAccount: sort code and account number, or an IBAN')
    .option('--as-of <day>', 'check as if it were noon of this day: 2026-12-01');
}

function defineClock(program: Command, run: Run): void {
  const clock = program
    .command('clock')
    .description('Shows the clock of the running service, and confirms it after a leap.');
  const add = adder(clock, run, () => import('./commands/clock.ts'));
  add('show', "Shows the machine's time and whether the service trusts it.", (m) => m.show);
  add('confirm', "Tells the service that the machine's clock is right.", (m) => m.confirm);
}

function defineKeys(program: Command, run: Run): void {
  const keys = program
    .command('keys')
    .summary("Shows or changes the bank's signing keys.")
    .description(
      "Shows or changes the bank's signing keys. They are in PIS_SIGNING_KEYS_FILE, or by default " +
        "in the sandbox's folder in PIS_DATA_DIR.\nTo change the key: add. Wait a day, until every " +
        'TPP has read the new keys. Then promote. Wait another day, until no TPP needs to verify ' +
        'signatures of the old key. Then remove.',
    );
  const add = adder(keys, run, () => import('./commands/keys.ts'));
  add('list', 'Lists the keys: the first one signs, all are published.', ({ list }) => list);
  add('add', 'Creates and publishes a new key.', (m) => m.add);
  // The ID of a key may begin with a dash.
  const promotes = 'Makes a published key the signing key.';
  add('promote <kid>', promotes, (m) => m.promote).allowUnknownOption();
  const removes = 'Removes a key that is not the signing key.';
  add('remove <kid>', removes, (m) => m.remove).allowUnknownOption();
  const certifies = "Publishes a key's certificate (PEM, followed by its issuers).";
  add('certify <kid> <file>', certifies, (m) => m.certify).allowUnknownOption();
}

function defineSharedKeys(program: Command, run: Run): void {
  const keys = program
    .command('shared-keys')
    .summary('Shows or changes the keys that all nodes share.')
    .description(
      'Shows or changes the keys that all nodes share. They are in PIS_KEYS_DIR, or by default in the ' +
        "sandbox's folder in PIS_DATA_DIR. With PIS_PROFILE=secure, PIS_KEYS_DIR is required.\nTo change the key: add, promote, then remove. After each " +
        'step, copy the file to every node. A node reads the new file within seconds.',
    );
  const add = adder(keys, run, () => import('./commands/shared-keys.ts'));
  add('list', 'Lists the keys: the first one is active.', ({ list }) => list);
  add('add', 'Creates a new key, which becomes active if it is the first.', (m) => m.add);
  // The ID of a key may begin with a dash.
  add('promote <kid>', 'Makes a key the active one.', (m) => m.promote).allowUnknownOption();
  add('remove <kid>', 'Removes a key that is not active.', (m) => m.remove).allowUnknownOption();
}

function defineDatabases(program: Command, run: Run): void {
  adder(program, run, () => import('./commands/migrate.ts'))(
    'migrate',
    "Creates or updates the tables of the database as its owner, and grants the nodes' user " +
      '(PIS_DATABASE_URL) the rights that it needs. Run it before you start nodes of a new version. The ' +
      'changelog says whether nodes of the previous version continue to work. You can run it again at any time.',
    ({ migrate }) => migrate,
  )
    .summary('Creates or updates the tables of a PostgreSQL database.')
    .requiredOption('--owner <address>', 'postgres://<owner>@<host>/<database>')
    .option('--password-file <file>', "file with the owner's password");
  adder(program, run, () => import('./commands/move.ts'))(
    'move',
    'Moves the data folder (PIS_DATA_DIR) of a stopped service to PostgreSQL. If the command is ' +
      'interrupted, run it again. It resumes where it stopped.',
    ({ move }) => move,
  )
    .summary('Moves the data of a service from SQLite to PostgreSQL.')
    .requiredOption(
      '--to <address>',
      'a new database: postgres://<user>@<host>/<database>. Put its password into ' +
        'PIS_DATABASE_PASSWORD_FILE',
    )
    .option(
      '--files <bucket>',
      'also uploads the payment files to this bucket, the future value of PIS_FILES: ' +
        's3://<bucket>?…. Needs the credentials for it, for example PIS_S3_ACCESS_KEY and ' +
        'PIS_S3_SECRET_KEY',
    );
}

function definePassword(program: Command, run: Run): void {
  adder(program, run, () => import('./commands/password.ts'))(
    'password',
    'Asks for a password twice, without showing it, or reads it from standard input. Prints ' +
      "passwordHash and a new totpSecret for the user in the bank's file (PIS_BANK_FILE).",
    ({ password }) => password,
  )
    .summary('Hashes the password of a user.')
    // The action refuses a password on the command line. The usual error would repeat it.
    .allowExcessArguments();
}

function definePki(program: Command, run: Run): void {
  const pki = program
    .command('pki')
    .description("Shows or changes the TPPs of the sandbox's directory.");
  const add = adder(pki, run, () => import('./commands/pki.ts'));
  const append = (url: string, urls: readonly string[] = []): string[] => [...urls, url];
  add('list', "Lists the TPPs of the sandbox's directory.", (m) => m.list);
  const creates = 'Creates a TPP, or replaces the revoked certificate of one.';
  add('tpp <name>', creates, (m) => m.tpp).option(
    '--redirect <url>',
    'https address to which customers return. You can repeat this option',
    append,
  );
  add('statement <name>', 'Prints a software statement, valid for 30 minutes.', (m) => m.statement);
  const issuer = () =>
    new Option('--issuer <url>', 'issuer of the authorisation server').argParser(readUrl);
  const client = [
    '--client <client_id>',
    'client_id from the response to the registration, for a TPP of your own',
  ] as const;
  add('request <name>', 'Prints a signed registration request.', (m) => m.request)
    .addOption(
      new Option('--method <method>', 'client authentication')
        .choices(AUTHENTICATION_METHODS)
        .default(AUTHENTICATION_METHODS[0]),
    )
    .addOption(issuer());
  const addMessage = adder(pki, run, () => import('./commands/pki-messages.ts'));
  const visits = 'Prints the URL at which a customer authorises a consent.';
  addMessage('visit <name>', visits, (m) => m.visit)
    .requiredOption('--consent <ConsentId>', 'the consent')
    .option(...client)
    .addOption(issuer());
  const signs = "Prints the x-jws-signature of a request's body.";
  addMessage('sign <name>', signs, (m) => m.sign).requiredOption('--body <file>', 'the body');
  addMessage(
    'assertion <name>',
    'Prints a client_assertion for private_key_jwt.',
    (m) => m.assertion,
  )
    .option(...client)
    .addOption(issuer());
  add('revoke <name>', "Revokes the TPP's certificate.", (m) => m.revoke);
  add('suspend <name>', "Suspends the TPP's organisation.", (m) => m.suspend);
  add('admit <name>', "Reactivates the TPP's organisation.", (m) => m.admit);
}

function readUrl(written: string): string {
  if (URL.canParse(written)) return written;
  throw new InvalidArgumentError('Expected a URL such as https://localhost:8444.');
}
