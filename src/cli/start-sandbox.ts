import { Command, Option } from 'commander';
import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_PORTS } from '../config/default-ports.ts';
import { readWhole } from './adder.ts';

/** Options of `payment-initiation-service sandbox`. */
interface Options {
  readonly folder?: string;
  readonly temporary?: boolean;
  readonly port?: number;
}

/** The message of a service that is ready (src/service.ts). */
interface Ports {
  readonly port: number;
  readonly httpsPort: number;
  readonly pagesPort: number;
}

/** Exit code if the service ended by a signal, which has no exit code. */
const EXIT_KILLED = 1;

/** Upper bound of the number that makes the invoices of a sample file unique. */
const SAMPLES = 100_000;

/**
 * Runs a command line of the program `payment-initiation-service`: the help, or the sandbox as a
 * child process until it ends. Sets the exit code.
 *
 * @param service path of the program that starts the service
 */
export async function runProgram(
  service: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const usual = defaultFolder(environment);
  const program = new Command('payment-initiation-service').description(
    "The bank's side of UK Open Banking Payment Initiation. Without a command, it starts the " +
      'service with the settings in the environment.',
  );
  program
    .command('sandbox')
    .description('Starts a sandbox bank on this machine, and prints how to pay with it.')
    .option('--folder <path>', 'folder of its data, created if it does not exist', usual)
    .option('--temporary', 'use a new folder, and remove it at the end')
    .addOption(
      new Option('--port <n>', 'port of the API without TLS. 0 selects a free port')
        .env('PIS_HTTP_PORT')
        .argParser(readWhole(65_535)),
    )
    .action(async (options: Options) => {
      process.exitCode = await runSandbox(service, options, environment);
    });
  await program.parseAsync(args, { from: 'user' });
}

/** Returns the folder of the sandbox: `$XDG_DATA_HOME`, or else `~/.local/share`, and two names. */
function defaultFolder({ XDG_DATA_HOME: data = '' }: NodeJS.ProcessEnv): string {
  const parent = data === '' ? join(homedir(), '.local', 'share') : data;
  return join(parent, 'payment-initiation-service', 'sandbox');
}

/** Runs the sandbox until it ends, and returns its exit code. */
async function runSandbox(
  service: string,
  options: Options,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { folder: requestedFolder = '', temporary = false } = options;
  const folder = temporary ? mkdtempSync(join(tmpdir(), 'pis-sandbox-')) : resolve(requestedFolder);
  try {
    mkdirSync(folder, { recursive: true });
    const sample = writeSample(folder);
    const log = join(folder, 'service.log');
    const port = String(options.port ?? (await selectPort()));
    const settings = { PIS_PROFILE: 'sandbox', PIS_DATA_DIR: join(folder, 'data') };
    const child = fork(service, [], {
      env: { ...environment, ...settings, PIS_HTTP_PORT: port },
      stdio: ['ignore', openSync(log, 'a'), 'inherit', 'ipc'],
    });
    // The service ends in order. A Ctrl+C in a terminal reaches it too.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill());
    child.once('message', (ready) => {
      process.stdout.write(guideOf(folder, sample, log, ready as Ports));
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? EXIT_KILLED;
  } finally {
    if (temporary) rmSync(folder, { recursive: true });
  }
}

/** Returns the default port, or 0 for a free one if another program listens on it. */
async function selectPort(): Promise<number> {
  const server = createServer().listen(DEFAULT_PORTS.plain, '127.0.0.1');
  try {
    await once(server, 'listening');
    return DEFAULT_PORTS.plain;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}

/** Writes a spreadsheet of payments, if there is none, and returns its path. */
function writeSample(folder: string): string {
  const path = join(folder, 'suppliers.csv');
  if (existsSync(path)) return path;
  // pis refuses a file with the same content as one that it has paid.
  const invoice = `INV ${String(randomInt(SAMPLES))}`;
  writeFileSync(
    path,
    `Supplier;Sort code;Account no;Amount;Invoice
Harrow Steel Ltd;20-05-17;60000000;1.250,00;${invoice}-1
Old Mill Prints;20-05-17;60000063;85,00;${invoice}-2
Tarn & Sons;20-05-17;60000021;4.020,10;${invoice}-3
Bell Tower Cafe;20-05-17;60000070;140,00;${invoice}-4
`,
  );
  return path;
}

/** Returns a text as one word of a shell command, in single quotes. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function guideOf(folder: string, sample: string, log: string, ports: Ports): string {
  const origin = `http://127.0.0.1:${String(ports.port)}`;
  const [api, issuer] = [ports.httpsPort, ports.pagesPort].map(
    (port) => `https://localhost:${String(port)}`,
  );
  const pis = 'npx @payment-initiation/pis';
  const data = shellWord(join(folder, 'data'));
  const addresses = `--origin ${origin} --api ${api ?? ''} --issuer ${issuer ?? ''}`;
  return `The sandbox is running. Its data is in ${folder}, its log in ${log}.

Read the API, and try it:
  ${origin}/docs

Get a token for it:
  curl -s ${origin}/sandbox/token -d grant_type=client_credentials -d client_id=tpp-one -d client_secret=tpp-one-secret -d scope=payments

Pay a spreadsheet, in another terminal:
  ${pis} init sandbox --force --data ${data} ${addresses}
  ${pis} pay ${shellWord(sample)} --debtor 11280001234567 --approve-as clara --yes

Stop with Ctrl+C. Start it again with the same command to continue with the same data.
`;
}
