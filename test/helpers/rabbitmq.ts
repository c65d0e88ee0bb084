import { connect, credentials, type ChannelModel } from 'amqplib';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Issued } from '../../src/sandbox/pki/certificates.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import type { HubPki } from './hub-pki.ts';

/* A RabbitMQ of Debian's package rabbitmq-server, with its own data, node name and cookie. */

const BIN = '/usr/lib/rabbitmq/bin';
/** It lets the programs end with this process, and is part of each Debian. */
const SETPRIV = '/usr/bin/setpriv';

/** Number of virtual hosts. Each test uses one of its own. */
const VIRTUAL_HOSTS = 40;

/** Returns a message if RabbitMQ is not installed. Returns null otherwise. */
export function missingBroker(): string | null {
  const isInstalled = [`${BIN}/rabbitmq-server`, '/usr/bin/epmd', SETPRIV].every(existsSync);
  return isInstalled ? null : "Debian's package rabbitmq-server is missing.";
}

/** Prints before the tests why those with a broker are skipped, if they are. */
export default function reportSkipped(): void {
  const missing = missingBroker();
  if (missing !== null) process.stderr.write(`Tests over AMQP are skipped. ${missing}\n`);
}

/** A running broker. The user `bank` may only use the queues, and `hub` may also create them. */
export class TestBroker {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rabbitmq-'));
  readonly #pki: HubPki;
  readonly #ports: { readonly tls: number; readonly node: number; readonly epmd: number };
  readonly #hub: Issued;
  #epmd: ChildProcess | undefined;
  #server: ChildProcess | undefined;
  #used = 0;

  private constructor(pki: HubPki, hub: Issued, [tls = 0, node = 0, epmd = 0]: readonly number[]) {
    this.#pki = pki;
    this.#hub = hub;
    this.#ports = { tls, node, epmd };
  }

  /** Starts a broker that trusts the authority of the certificates. */
  static async start(pki: HubPki): Promise<TestBroker> {
    const ports = [await freePort(), await freePort(), await freePort()];
    const broker = new TestBroker(pki, await pki.hubAsClient(), ports);
    broker.#writeFiles();
    broker.#epmd = broker.#spawn('epmd', '-port', String(broker.#ports.epmd), '-address', '127.0.0.1'); // prettier-ignore
    await broker.restart();
    return broker;
  }

  /** Port of the broker, for a proxy. */
  get port(): number {
    return this.#ports.tls;
  }

  /** The certificate of the hub as a client, and the authority. */
  get hubFiles(): Record<'certificate' | 'key' | 'authorities', string> {
    const path = (name: string): string => join(this.#folder, name);
    const files = { certificate: 'hub.pem', key: 'hub-key.pem', authorities: 'ca.pem' };
    return {
      certificate: path(files.certificate),
      key: path(files.key),
      authorities: path(files.authorities),
    };
  }

  /** Returns the address of a virtual host with empty queues that no other test uses. */
  freshUrl(port = this.port): string {
    this.#used += 1;
    if (this.#used >= VIRTUAL_HOSTS) throw new Error('Too few virtual hosts for these tests.');
    return `amqps://127.0.0.1:${String(port)}/v${String(this.#used)}`;
  }

  /** Connects as the hub, to see and change the queues of a test. */
  connect(url: string): Promise<ChannelModel> {
    const { certificate: cert, key } = this.#hub;
    const tls = { cert, key, ca: this.#pki.authority.certificate };
    return connect(url, { ...tls, credentials: credentials.external() });
  }

  /** Kills the broker. It keeps messages that it has confirmed. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  /** Starts the broker again after `kill`, and waits until clients can use it. */
  async restart(): Promise<void> {
    this.#server = this.#spawn(`${BIN}/rabbitmq-server`);
    const url = `amqps://127.0.0.1:${String(this.port)}/v${String(VIRTUAL_HOSTS - 1)}`;
    await eventually(async () => {
      const model = await this.connect(url);
      await (await model.createChannel()).checkQueue('from-hub');
      await model.close();
    });
  }

  /** Runs a command of rabbitmqctl. */
  async control(...args: readonly string[]): Promise<void> {
    await promisify(execFile)(`${BIN}/rabbitmqctl`, args, { env: this.#environment() });
  }

  async end(): Promise<void> {
    await this.kill();
    this.#epmd?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(program: string, ...args: readonly string[]): ChildProcess {
    return spawn(SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args], {
      env: this.#environment(),
      stdio: 'ignore',
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const { node, epmd } = this.#ports;
    const path = (name: string): string => join(this.#folder, name);
    return {
      ...{ PATH: process.env['PATH'], HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      ...{ ERL_EPMD_PORT: String(epmd), ERL_EPMD_ADDRESS: '127.0.0.1' },
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none -kernel inet_dist_use_interface {127,0,0,1}',
      ...{ RABBITMQ_NODENAME: `test-${String(node)}@localhost`, RABBITMQ_DIST_PORT: String(node) },
      // Runs the server without a shell around it, so that it gets the signals.
      RUNNING_UNDER_SYSTEMD: 'true',
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      RABBITMQ_MNESIA_BASE: path('data'),
      RABBITMQ_LOG_BASE: path('log'),
      RABBITMQ_CONFIG_FILE: path('rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: path('enabled_plugins'),
      RABBITMQ_PLUGINS_EXPAND_DIR: path('plugins'),
      RABBITMQ_PID_FILE: path('pid'),
    };
  }

  #writeFiles(): void {
    const write = (name: string, content: string): string => {
      const path = join(this.#folder, name);
      writeFileSync(path, content);
      return path;
    };
    write('enabled_plugins', '[rabbitmq_auth_mechanism_ssl].\n');
    write('hub.pem', this.#hub.certificate);
    write('hub-key.pem', this.#hub.key);
    const lines = [
      'listeners.tcp = none',
      `listeners.ssl.1 = 127.0.0.1:${String(this.port)}`,
      `ssl_options.cacertfile = ${write('ca.pem', this.#pki.authority.certificate)}`,
      `ssl_options.certfile = ${write('server.pem', this.#pki.hub.certificate)}`,
      `ssl_options.keyfile = ${write('server-key.pem', this.#pki.hub.key)}`,
      'ssl_options.verify = verify_peer',
      'ssl_options.fail_if_no_peer_cert = true',
      'auth_mechanisms.1 = EXTERNAL',
      'ssl_cert_login_from = common_name',
      'max_message_size = 200000000',
      `load_definitions = ${write('definitions.json', JSON.stringify(definitions()))}`,
    ];
    write('rabbitmq.conf', `${lines.join('\n')}\n`);
  }
}

/** Returns the users, virtual hosts and queues, in the form that RabbitMQ imports. */
function definitions(): object {
  const vhosts = Array.from({ length: VIRTUAL_HOSTS }, (_, at) => `v${String(at)}`);
  const user = { password_hash: '', hashing_algorithm: 'rabbit_password_hashing_sha256', tags: '' };
  return {
    users: ['bank', 'hub'].map((name) => ({ name, ...user })),
    vhosts: vhosts.map((name) => ({ name })),
    permissions: vhosts.flatMap((vhost) => [
      { user: 'bank', vhost, configure: '^$', write: '^amq[.]default$', read: '^from-hub$' },
      { user: 'hub', vhost, configure: '.*', write: '.*', read: '.*' },
    ]),
    queues: vhosts.flatMap((vhost) =>
      ['to-hub', 'from-hub'].map((name) => ({
        ...{ name, vhost, durable: true, auto_delete: false, arguments: {} },
      })),
    ),
  };
}
