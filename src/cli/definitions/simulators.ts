import { type Command, InvalidArgumentError, Option } from 'commander';
import { isIP } from 'node:net';
import { type FaultRates, FAULTS } from '../../simulators/core/faults.ts';
import { MOODS } from '../../simulators/hub/moods.ts';
import { adder, readWhole, type Run } from '../adder.ts';

/** Adds the commands that run counterparts of the service for tests. */
export function defineSimulators(program: Command, run: Run): void {
  defineHubSimulator(program, run);
  defineReferenceCore(program, run);
  defineReferenceChecks(program, run);
  defineReferenceIdp(program, run);
}

/** Adds the command that runs a simulated payment hub, and its report. */
function defineHubSimulator(program: Command, run: Run): void {
  const load = () => import('../commands/hub-simulator.ts');
  const hub = adder(program, run, load)(
    'hub-simulator',
    'Runs a simulated payment hub. It plays the hub and the payment schemes for a bank that sends it ' +
      'pacs.008 messages and Bacs submissions: as files in <path>/to-hub with answers in ' +
      '<path>/from-hub, over HTTPS with mutual TLS, or both. Or it uses queues of a broker over ' +
      'AMQP. You can kill it at any time and start it again. See docs/hub-simulator.md.',
    ({ simulate }) => simulate,
  )
    .summary('Runs a simulated payment hub.')
    // The subcommand also has an option --data.
    .enablePositionalOptions()
    .option('--folder <path>', 'folder that the bank and the hub share, to exchange files')
    .option('--data <path>', 'data folder of the hub. Default: hub-data in the shared folder')
    .addOption(
      new Option('--listen <address:port>', 'address of the HTTPS API. Port 0 selects a free port')
        .argParser(readListenAddress)
        .conflicts('once'),
    )
    .addOption(
      new Option(
        '--amqp <url>',
        'broker with the queues, such as amqps://broker.example:5671/vhost',
      )
        .argParser(readBrokerAddress)
        .conflicts(['folder', 'listen', 'once']),
    )
    .option('--certificate <file>', 'certificate of the hub for --listen and --amqp, PEM')
    .option('--key <file>', 'private key of this certificate, PEM')
    .option('--ca <file>', 'authorities of the certificate of the bank or of the broker, PEM')
    .addOption(
      new Option('--mood <name>', 'behaviour of the hub').choices(MOODS).conflicts('scenario'),
    )
    .option('--scenario <file>', 'JSON file with the behaviour of the hub')
    .addOption(
      new Option('--seed <n>', 'the same seed makes the same decisions').argParser(readNumber),
    )
    .option('--once', 'end when all files are taken and all answers are delivered');
  adder(hub, run, load)(
    'report',
    'Prints the messages and credits that the hub has executed, with the status and the returned ' +
      'amount of each credit, as JSON. The hub may run meanwhile.',
    (m) => m.report,
  ).requiredOption('--data <path>', 'data folder of the hub');
}

function readListenAddress(written: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(written) ?? [];
  const address = host?.replace(/^\[(.*)\]$/, '$1') ?? '';
  if (isIP(address) !== 0 && Number(port) <= 65_535) return { host: address, port: Number(port) };
  throw new InvalidArgumentError('Expected an IP address and a port such as 127.0.0.1:8443.');
}

function readBrokerAddress(written: string): string {
  if (URL.canParse(written) && /^amqps:\/\/[^/?#@\s]+(\/[\w.~-]*)?$/.test(written)) return written;
  throw new InvalidArgumentError('Expected a broker such as amqps://broker.example:5671/vhost.');
}

/** Adds the command that runs the reference core. */
function defineReferenceCore(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/reference-core.ts'))(
    'reference-core',
    'Runs a small core banking system with the API of docs/integration/core-banking.md, on ' +
      '127.0.0.1 and without TLS. It is for tests and development. You can kill it at any time and ' +
      'start it again.',
    ({ runReferenceCore }) => runReferenceCore,
  )
    .summary('Runs a core banking system for tests.')
    .requiredOption('--data <path>', 'data folder of the core')
    .option('--port <n>', 'port. 0 selects a free port', readWhole(65_535), 0)
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

/** Adds the commands that run the reference Confirmation of Payee service and screening. */
function defineReferenceChecks(program: Command, run: Run): void {
  const payee = adder(program, run, () => import('../commands/reference-checks.ts'))(
    'reference-payee',
    'Runs a small Confirmation of Payee service with the API of ' +
      'docs/integration/payee-confirmation.md, on 127.0.0.1 and without TLS. It knows the names of ' +
      'the sandbox. It is for tests and development.',
    ({ runReferencePayee }) => runReferencePayee,
  ).summary('Runs a Confirmation of Payee service for tests.');
  const screening = adder(program, run, () => import('../commands/reference-checks.ts'))(
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

/** Adds the command that runs a bank's OpenID Provider for tests. */
function defineReferenceIdp(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/reference-idp.ts'))(
    'reference-idp',
    'Runs an OpenID Provider like that of a bank, for tests on this machine. Customers sign in and ' +
      'approve there if the service has PIS_SIGN_IN=<issuer>. The page /phone stands for the app of ' +
      'the bank. The provider listens on loopback without TLS and keeps everything in memory. To ' +
      'trust the certificate of a sandbox, set NODE_EXTRA_CA_CERTS to pki/root.crt of its data ' +
      'folder. See docs/integration/sign-in.md.',
    ({ runReferenceIdp }) => runReferenceIdp,
  )
    .summary("Runs a bank's OpenID Provider for tests.")
    .option('--port <n>', 'port', '9400')
    .option('--issuer <url>', 'issuer. Default: http://localhost:<port>')
    .option('--service <url>', 'customer listener of the service', 'https://localhost:8444')
    .option('--client <id>', 'client_id of the service', 'payment-initiation-service')
    .option('--console <url>', "operators' console, if operators sign in here")
    .option('--console-client <id>', 'client_id of the console', 'payment-console')
    .option(
      '--users <file>',
      'users, JSON: {"<user name>": {"subject": "…", "password": "…", "groups": ["…"]}}. Only ' +
        'operators need groups. Default: the users of the sandbox with the password ' +
        '<user>-password, and the operators olga and oscar in the group payments-ops',
    );
}
