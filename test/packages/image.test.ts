import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { namesOf } from './bill.ts';
import { isPaid, payFile } from './paid.ts';
import { ONE_CGROUP_VERSION, payIn, runCommand, runPodman } from './podman.ts';
import { asBuilder } from './rootless.ts';
import { paySecurelyInContainer } from './secure-image.ts';
import { startReady } from './started.ts';
import { FOR_IMAGE, whatIsMissing } from './tools.ts';

const CONTAINER = 'pis-test';
const BILL = '/usr/share/doc/payment-initiation-service/sbom.cdx.json';

/** Options that a bank uses. */
const OPTIONS = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--health-cmd', 'CMD healthcheck'],
];

/** Options of a container that listens on ports of this machine. */
const ON_THIS_MACHINE = [
  ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
  ...['--network', 'host', '--cgroups', 'disabled'],
];

/** Returns options of podman: a folder for its images and containers, and no systemd. */
function storedIn(folder: string): string[] {
  return [
    ...['--storage-driver=overlay', `--root=${folder}/storage`, `--runroot=${folder}/run`],
    ...['--cgroup-manager=cgroupfs', '--events-backend=none'],
  ];
}

describe.skipIf(whatIsMissing(FOR_IMAGE) !== null)('the image', () => {
  afterAll(() => {
    runPodman('rm', '--force', '--ignore', CONTAINER);
  });

  test('has a user of its own and no shell', () => {
    const { name } = inject('image');
    expect(name).toContain('payment-initiation-service');
    expect(runPodman('image', 'inspect', '--format', '{{.Config.User}}', name).trim()).toBe(
      '10001:10001',
    );
    expect(() => runPodman('run', '--rm', ...OPTIONS, name, 'sh')).toThrow(/not found/);
  });

  test('has a bill of materials with its Debian packages, its Node.js and npm packages', () => {
    const { archive, name } = inject('image');
    const print = (what: string): string =>
      runPodman('run', '--rm', ...OPTIONS, name, 'node', '-p', what);
    const bill = print(`fs.readFileSync('${BILL}', 'utf8').trim()`);
    expect(readFileSync(`${archive}.cdx.json`, 'utf8')).toBe(bill);
    const packages = print("fs.readdirSync('/var/lib/dpkg/status.d').join(' ')").trim().split(' ');
    expect(packages).toContain('libc6');
    const names = namesOf(bill);
    expect(names).toEqual(expect.arrayContaining([...packages, 'node', 'hono', 'swagger-ui-dist']));
    expect(bill).toMatch(/"pkg:deb\/debian\/libc6@2\.36-\S+\?arch=\w+&distro=debian-12&/);
  });

  test('pays a file on a read-only root file system, without capabilities', async () => {
    runPodman('run', '--detach', '--name', CONTAINER, ...OPTIONS, inject('image').name);
    await eventually(() => runPodman('healthcheck', 'run', CONTAINER));
    runPodman('exec', CONTAINER, 'healthcheck', 'live');
    expect(runPodman('exec', CONTAINER, 'pisctl', 'work', 'list')).toContain('No step is failing.');
    expect(payIn(CONTAINER)).not.toBe('');
    expect(() => runPodman('exec', '--env', 'PIS_HTTP_PORT=1', CONTAINER, 'healthcheck')).toThrow();
    runPodman('stop', CONTAINER);
    expect(runPodman('inspect', '--format', '{{.State.ExitCode}}', CONTAINER).trim()).toBe('0');
  });

  test('runs without root, in the podman of the user who built it', async () => {
    const { folder, archive, name } = inject('image');
    const own = (...args: readonly string[]): string[] =>
      asBuilder(folder, 'podman', ...storedIn(join(folder, 'home')), ...args);
    runCommand(own('load', '--quiet', '--input', archive));
    const ports = ['PIS_HTTP_PORT=0', 'PIS_HTTPS_PORT=0', 'PIS_PAGES_PORT=0'];
    const service = await startReady(
      own(
        ...['run', '--rm', ...OPTIONS, ...ON_THIS_MACHINE],
        ...ports.flatMap((setting) => ['--env', setting]),
        name,
      ),
    );
    expect(await isPaid(service.origin, await payFile(service.origin))).toBe(true);
    expect(await service.stop()).toBe(0);
    // Ends the process that keeps the user namespace for the next command.
    runCommand(own('system', 'migrate'));
  });

  test('pays over mutual TLS with the secure profile', async () => {
    const { folder, archive, name } = inject('image');
    const storage = join(folder, 'secure');
    const own = (...args: readonly string[]): string[] => [
      ...['unshare', '--mount', 'sh', '-c', ONE_CGROUP_VERSION, 'sh', 'podman'],
      ...[...storedIn(storage), ...args],
    ];
    runCommand(own('load', '--quiet', '--input', archive));
    const statuses = await paySecurelyInContainer((options, ...command) =>
      own('run', ...OPTIONS, ...ON_THIS_MACHINE, ...options, name, ...command),
    );
    expect(statuses).toEqual(['AcceptedCreditSettlementCompleted', 'InitiationCompleted']);
  });
});
