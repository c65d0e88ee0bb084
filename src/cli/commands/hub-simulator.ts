import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { runHub, type HubOptions, type HubRun } from '../../simulators/hub/hub.ts';
import type { HttpsOptions } from '../../simulators/hub/https/server.ts';
import { printReport } from '../../simulators/hub/report.ts';
import { MOODS, type Mood } from '../../simulators/hub/moods.ts';
import { readScenario, SCENARIOS, type Scenario } from '../../simulators/hub/scenario.ts';
import { CliError, failWith, type CliContext } from '../program.ts';

/** Options of the command. */
interface Options {
  readonly folder?: string;
  readonly data?: string;
  readonly listen?: { readonly host: string; readonly port: number };
  readonly amqp?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly ca?: string;
  readonly scenario?: string;
  readonly mood?: Mood;
  readonly seed?: number;
  readonly once?: boolean;
}

/** Runs a simulated payment hub until SIGTERM or SIGINT, or with `--once` until it has no work. */
export async function simulate(context: CliContext, options: Options): Promise<HubRun> {
  const { folder = null, once = false } = options;
  const { print, machineClock: clock } = context;
  const data = dataFolderOf(options);
  const scenario = scenarioOf(options);
  const tls = tlsOf(options);
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, abort);
  try {
    if (folder !== null) {
      print(`The hub reads ${join(folder, 'to-hub')} and answers in ${join(folder, 'from-hub')}.`);
    }
    print(`Its data is in ${data}. Stop it with Ctrl+C. It continues when you start it again.`);
    const run = await runHub(
      {
        folder,
        data,
        scenario,
        once,
        clock,
        print,
        ...exchangeOf(options, tls, print),
      },
      stop.signal,
    );
    print(
      `Ended. Files taken: ${String(run.files)}. Documents delivered: ${String(run.documents)}.`,
    );
    return run;
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}

function dataFolderOf({ folder, listen, amqp, data }: Options): string {
  if (folder === undefined && listen === undefined && amqp === undefined) {
    throw new CliError(
      'Name the folder that the bank and the hub share: pisctl hub-simulator --folder <path>. ' +
        'Or name an address for HTTPS with --listen, or a broker with --amqp. Add --help to see all options.',
    );
  }
  if (data !== undefined) return data;
  if (folder !== undefined) return join(folder, 'hub-data');
  throw new CliError('Name the data folder of the hub with --data if there is no --folder.');
}

type TlsFiles = Pick<HttpsOptions, 'certificate' | 'key' | 'authorities'>;

/** Returns the options of the HTTPS API or of the broker, if there is one. */
function exchangeOf(
  { listen, amqp }: Options,
  tls: TlsFiles | null,
  print: CliContext['print'],
): Pick<HubOptions, 'https' | 'amqp'> {
  if (tls === null) return {};
  if (amqp !== undefined) {
    print(`The hub uses the queues to-hub and from-hub of ${amqp}.`);
    return { amqp: { url: amqp, ...tls } };
  }
  if (listen === undefined) return {};
  const listening = (url: string): void => print(`The hub listens on ${url}.`);
  return { https: { ...listen, ...tls, listening } };
}

/** Reads the files for TLS. Returns null without `--listen` and `--amqp`. */
function tlsOf({ listen, amqp, certificate, key, ca }: Options): TlsFiles | null {
  const files = { '--certificate': certificate, '--key': key, '--ca': ca };
  const names = Object.entries(files);
  if (listen === undefined && amqp === undefined) {
    const present = names.filter(([, path]) => path !== undefined).map(([name]) => name);
    if (present.length === 0) return null;
    throw new CliError(`${present.join(', ')} has an effect only with --listen or --amqp.`);
  }
  const missing = names.filter(([, path]) => path === undefined).map(([name]) => name);
  if (missing.length > 0) {
    const needing = listen === undefined ? '--amqp' : '--listen';
    throw new CliError(`${needing} needs ${missing.join(', ')}: PEM files for mutual TLS.`);
  }
  const read = (path = ''): string => readText('The file', path);
  const tls = { certificate: read(certificate), key: read(key), authorities: read(ca) };
  try {
    createSecureContext({ cert: tls.certificate, key: tls.key, ca: tls.authorities });
  } catch (error) {
    failWith(
      `${certificate ?? ''}, ${key ?? ''} and ${ca ?? ''} cannot be used for TLS. Expected a ` +
        'certificate, its private key, and authorities, in PEM format.',
    )(error);
  }
  return tls;
}

/** Prints the messages and credits that a hub has executed, as JSON. */
export function report({ printData }: CliContext, { data }: { data: string }): Promise<void> {
  if (!existsSync(join(data, 'hub.db'))) {
    throw new CliError(
      `${data} is not the data folder of a hub simulator. Name the folder that it printed at its ` +
        'start: pisctl hub-simulator report --data <path>.',
    );
  }
  printReport(data, printData);
  return Promise.resolve();
}

function scenarioOf({ scenario: path, mood = MOODS[0], seed }: Options): Scenario {
  const chosen = path === undefined ? SCENARIOS[mood] : readScenarioFile(path);
  return seed === undefined ? chosen : { ...chosen, seed };
}

function readScenarioFile(path: string): Scenario {
  const parsed = readScenario(readText('The scenario', path));
  if ('scenario' in parsed) return parsed.scenario;
  const problems = parsed.problems.map((problem) => `  ${problem}`);
  throw new CliError(
    [`${path} is not a valid scenario:`, ...problems, 'See docs/hub-simulator.md.'].join('\n'),
  );
}

function readText(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return failWith(`${what} ${path} cannot be read. Check the path.`)(error);
  }
}
