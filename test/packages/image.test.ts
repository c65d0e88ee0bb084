import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isPaid, payFile } from './paid.ts';
import { paySecurelyInContainer } from './secure-image.ts';
import { startReady } from './started.ts';
import { FOR_IMAGE, run, whatIsMissing } from './tools.ts';

const NAME = 'payment-initiation-service';
const CONTAINER = 'pis-test';

/**
 * Runs podman without the second version of control groups, if the machine has both versions. crun
 * refuses such a machine. Containers of these tests use no control groups.
 */
const WITHOUT_CGROUPS = 'umount --lazy /sys/fs/cgroup/unified 2> /dev/null; exec "$@"';

/** Options that a bank uses, and options for a machine without control groups. */
const OPTIONS = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
  ...['--network', 'host', '--cgroups', 'disabled'],
  ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
];
const SETTINGS = ['PIS_HTTP_PORT=0', 'PIS_HTTPS_PORT=0', 'PIS_PAGES_PORT=0'];

describe.skipIf(whatIsMissing(FOR_IMAGE) !== null)('the image', () => {
  let folder = '';
  let image = '';

  const podman = (...args: readonly string[]): string[] => [
    ...['unshare', '--mount', 'sh', '-c', WITHOUT_CGROUPS, 'sh', 'podman', '--storage-driver=vfs'],
    ...[`--root=${folder}/storage`, `--runroot=${folder}/run`, '--events-backend=none'],
    ...['--cgroup-manager=cgroupfs', ...args],
  ];
  const done = (...args: readonly string[]): string => {
    const [program = '', ...rest] = podman(...args);
    return run(program, rest);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pis-image-'));
    const [archive = ''] = run('deploy/image/build', [folder], {
      STAGED_PROGRAM: inject('staged'),
    }).split('\n');
    image = done('load', '--quiet', '--input', archive).split(': ')[1]?.trim() ?? '';
  });
  afterAll(() => {
    done('rm', '--force', '--ignore', CONTAINER);
    rmSync(folder, { recursive: true });
  });

  test('has a user of its own and no shell', () => {
    expect(image).toContain(NAME);
    expect(done('image', 'inspect', '--format', '{{.Config.User}}', image).trim()).toBe(
      '10001:10001',
    );
    expect(() => done('run', '--rm', ...OPTIONS, image, 'sh')).toThrow(/not found/);
  });

  test('pays a file on a read-only root file system, without capabilities', async () => {
    const environment = SETTINGS.flatMap((setting) => ['--env', setting]);
    const service = await startReady(
      podman('run', '--name', CONTAINER, ...OPTIONS, ...environment, image),
    );
    const { port } = new URL(service.origin);
    const inContainer = (...args: readonly string[]) =>
      done('exec', '--env', `PIS_HTTP_PORT=${port}`, CONTAINER, ...args);
    inContainer('healthcheck');
    inContainer('healthcheck', 'live');
    expect(inContainer('pisctl', 'work', 'list')).toContain('No step is failing.');
    expect(await isPaid(service.origin, await payFile(service.origin))).toBe(true);
    expect(() => done('exec', '--env', 'PIS_HTTP_PORT=1', CONTAINER, 'healthcheck')).toThrow();
    expect(await service.stop()).toBe(0);
  });

  test('pays over mutual TLS with the secure profile', async () => {
    const statuses = await paySecurelyInContainer((options, ...command) =>
      podman('run', ...OPTIONS, ...options, image, ...command),
    );
    expect(statuses).toEqual(['AcceptedCreditSettlementCompleted', 'InitiationCompleted']);
  });
});
