import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { eventually } from '../helpers/eventually.ts';
import { inNamespaces, isPaidIn, payIn, podman, runCommand, runPodman } from './podman.ts';
import { FOR_COMPOSE, ROOT, run, whatIsMissing } from './tools.ts';

/** Address of podman's server with the API of Docker, which docker-compose uses. */
const ENGINE = 'unix:///run/podman.sock';
const NODES = ['node-1', 'node-2', 'node-3'].map((name) => `payments_${name}_1`);
/** Interval between two checks of all containers, in milliseconds. */
const CHECK_MS = 500;
/**
 * Addresses in the network of the Compose file. The services read the names in /etc/hosts, because
 * Debian's aardvark-dns 1.4 sometimes stops answering when several containers start at once.
 */
const ADDRESSES: Readonly<Record<string, string>> = {
  ...{ postgres: '172.30.14.10', objects: '172.30.14.11', migrate: '172.30.14.12' },
  ...{ 'node-1': '172.30.14.21', 'node-2': '172.30.14.22', 'node-3': '172.30.14.23' },
};
/** An image without files. Its containers use the programs of this machine. */
const MACHINE = 'machine:test';
const OF_MACHINE = ['/usr:/usr:ro', '/etc:/etc:ro'];
const OBJECT_STORE = fileURLToPath(new URL('compose/object-store.ts', import.meta.url));
const POSTGRES = join(ROOT, 'test/packages/compose/postgres-entrypoint');

interface Service {
  readonly volumes?: readonly string[];
  readonly [name: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly [name: string]: unknown;
}

/**
 * Returns `deploy/compose.yaml` for docker-compose 1.29, which does not have `name` and
 * `pull_policy`. Debian's PostgreSQL and haproxy and a simulated object store replace the images
 * that no test can pull.
 */
function testFile(): string {
  const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  const file = parse(text, { merge: true }) as ComposeFile;
  const replaced: Readonly<Record<string, Service>> = {
    postgres: {
      ...{ image: MACHINE, entrypoint: ['/entrypoint'] },
      volumes: [...OF_MACHINE, `${POSTGRES}:/entrypoint:ro`],
    },
    objects: {
      ...{ image: inject('image').name, volumes: [`${ROOT}/test:${ROOT}/test:ro`] },
      entrypoint: ['node', OBJECT_STORE],
    },
    balancer: {
      ...{ image: MACHINE, volumes: OF_MACHINE },
      command: 'haproxy -f /usr/local/etc/haproxy/haproxy.cfg',
    },
  };
  const services = Object.entries(file.services).map(([name, service]) => {
    const volumes = [...(replaced[name]?.volumes ?? []), ...(service.volumes ?? [])];
    const address = ADDRESSES[name];
    const networks =
      address === undefined ? service['networks'] : { payments: { ipv4_address: address } };
    const of = { volumes, networks, extra_hosts: ADDRESSES, pull_policy: undefined };
    return [name, { ...service, ...replaced[name], ...of }];
  });
  return stringify({
    ...file,
    ...{ name: undefined, services: Object.fromEntries(services) as unknown },
  });
}

/**
 * Runs docker-compose to its end. Meanwhile, runs the health checks of all containers, because
 * podman would need systemd to run them itself.
 *
 * @throws Error with the output of docker-compose if it fails
 */
async function up([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (child.exitCode === null) {
    for (const id of runPodman('ps', '--quiet').split('\n')) isHealthy(id);
    await setTimeout(CHECK_MS);
  }
  await exit;
  expect(child.exitCode, output).toBe(0);
}

/** Runs the health check of a container. Returns false if it fails or the container has none. */
function isHealthy(container: string): boolean {
  const [program = '', ...args] = podman('healthcheck', 'run', container);
  return spawnSync(program, args).status === 0;
}

describe.skipIf(whatIsMissing(FOR_COMPOSE) !== null)('the Compose file, in podman', () => {
  let folder = '';
  const compose = (...args: readonly string[]): string[] =>
    inNamespaces(
      inject('podman'),
      ...['env', `DOCKER_HOST=${ENGINE}`, 'docker-compose', '--project-name', 'payments'],
      ...['--project-directory', join(ROOT, 'deploy'), '--file', join(folder, 'compose.yaml')],
      ...args,
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pis-compose-'));
    writeFileSync(join(folder, 'compose.yaml'), testFile());
    const image = join(folder, 'image');
    for (const path of ['usr', 'etc', 'tmp']) mkdirSync(join(image, path), { recursive: true });
    for (const name of ['bin', 'lib', 'lib64', 'sbin'])
      symlinkSync(`usr/${name}`, join(image, name));
    run('chmod', ['1777', join(image, 'tmp')]);
    run('tar', ['--create', '--file', `${image}.tar`, '--directory', image, '.']);
    runPodman('import', '--quiet', `${image}.tar`, MACHINE);
    const [program = '', ...args] = podman('system', 'service', '--time', '0', ENGINE);
    spawn(program, args, { stdio: 'ignore' });
    const socket = new URL(ENGINE).pathname;
    await eventually(() => runCommand(inNamespaces(inject('podman'), 'test', '-S', socket)));
  });
  afterAll(() => {
    runCommand(compose('down', '--volumes', '--timeout', '5'));
    rmSync(folder, { recursive: true });
  });

  test('starts three nodes behind haproxy, which share payments', async () => {
    await up(compose('up', '--detach'));
    for (const node of NODES) {
      await eventually(() => {
        expect(isHealthy(node)).toBe(true);
      });
    }
    const [one = '', ...others] = NODES;
    const paymentId = payIn(one);
    for (const node of others) expect(isPaidIn(node, paymentId)).toBe(true);
    const keys = runCommand(
      inNamespaces(
        inject('podman'),
        ...['curl', '--silent', '--fail', '--insecure', 'https://localhost:8444/as/jwks'],
      ),
    );
    expect(JSON.parse(keys)).toHaveProperty('keys');
  });
});
