import { InvalidArgumentError, Option, type Command } from 'commander';
import { isIP } from 'node:net';
import { MOODS } from '../../simulators/hub/moods.ts';
import { adder, type Run } from '../adder.ts';

/** Adds the command that runs a simulated payment hub, and its report. */
export function defineHubSimulator(program: Command, run: Run): void {
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
      new Option('--seed <n>', 'the same seed makes the same decisions').argParser(readWholeNumber),
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

function readWholeNumber(written: string): number {
  const number = /^\d{1,15}$/.test(written) ? Number(written) : undefined;
  if (number !== undefined) return number;
  throw new InvalidArgumentError('Expected a whole number such as 7.');
}
