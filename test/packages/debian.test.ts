import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { namesOf } from './bill.ts';
import { DebianRoot } from './debian-root.ts';
import { eventually } from '../helpers/eventually.ts';
import { isPaid, payFile } from './paid.ts';
import { isPaidIn, runPodman } from './podman.ts';
import { testSecureProfile } from './secure-profile.ts';
import { start, startReady } from './started.ts';
import { FOR_DEBIAN, FOR_IMAGE, ROOT, run, whatIsMissing } from './tools.ts';

const NAME = 'payment-initiation-service';
const SETTINGS = `etc/${NAME}/service.env`;
const DATA = `var/lib/${NAME}`;

/** Calls of systemd's commands by the scripts of the package. */
const STOP = `deb-systemd-invoke stop ${NAME}.service`;
const START = `deb-systemd-invoke start ${NAME}.service`;
const RELOAD = 'systemctl --system daemon-reload';

/** Name of the container with systemd as process 1. */
const SYSTEMD = 'pis-systemd';

/** Settings of a sandbox on free ports. */
const SANDBOX = ['PIS_PROFILE=sandbox', 'PIS_HTTP_PORT=0', 'PIS_HTTPS_PORT=0', 'PIS_PAGES_PORT=0'];

/** Returns the commands of docs/installation.md that back up and restore PostgreSQL. */
function documentedCommands() {
  const text = readFileSync(join(ROOT, 'docs/installation.md'), 'utf8');
  const [, section = ''] = text.split('### Back up a node with PostgreSQL\n');
  const [backup = [], restore = []] = (section.split('\n### ')[0] ?? '')
    .split('To restore it')
    .map((part) => [...part.matchAll(/^\d\. [^`]*`([^`]+)`$/gm)])
    .map((found) => found.map(([, command = '']) => command.replaceAll('<date>', '2026-03-02')));
  expect([backup.length, restore.length]).toEqual([4, 8]);
  return { backup, restore };
}

/** The tests run in this order: installation, use, upgrade, downgrade, removal. */
describe.skipIf(whatIsMissing(FOR_DEBIAN) !== null)('the Debian package', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  let out = '';
  let root: DebianRoot;
  let paymentId = '';

  const build = (of: string): string =>
    run('deploy/debian/build', [out, of], { STAGED_PROGRAM: inject('staged') }).trim();
  const installed = (): string => root.run('dpkg-query', '-W', '-f', '${Version}', NAME);
  const startUnit = () => startReady(root.unitCommand(`${NAME}.service`));

  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'pis-packages-'));
    // The dependencies that the package names, systemd, and sudo for the documented commands.
    root = new DebianRoot(['adduser', 'libatomic1', 'postgresql', 'sudo', 'systemd']);
    root.recordSystemd();
  });
  afterAll(() => {
    root.remove();
    rmSync(out, { recursive: true });
  });

  test('installs without starting anything, with private folders of the user payments', () => {
    root.install(build(version));
    expect(installed()).toBe(version);
    expect(root.takeCalls()).toEqual([RELOAD]);
    expect(root.run('id', '--user', '--name', 'payments').trim()).toBe('payments');
    const mode = (path: string) => (statSync(root.path(path)).mode & 0o777).toString(8);
    const paths = [`etc/${NAME}`, `etc/${NAME}/keys`, SETTINGS, DATA];
    expect(paths.map(mode)).toEqual(['750', '700', '640', '700']);
    expect(readdirSync(root.path(DATA))).toEqual([]);
  });

  test('has a bill of materials with all npm packages in it, and its Node.js', () => {
    const bill = `./usr/share/doc/${NAME}/sbom.cdx.json`;
    const file = join(out, fileOf(version));
    const text = run('sh', ['-c', `dpkg-deb --fsys-tarfile "$0" | tar -xO "$1"`, file, bill]);
    expect(readFileSync(`${file}.cdx.json`, 'utf8')).toBe(text);
    const names = globSync('**/node_modules/{*,@*/*}/package.json', {
      cwd: root.path(`usr/lib/${NAME}`),
    }).map((path) => dirname(path).replace(/.*node_modules\//, ''));
    expect(names.length).toBeGreaterThan(100);
    expect(namesOf(text)).toEqual([...names, 'node', 'swagger-ui-dist'].sort());
  });

  test('has a service that refuses to start before it is configured', async () => {
    const refused = await start(root.unitCommand(`${NAME}.service`));
    expect(refused).toMatchObject({ code: 2 });
    expect(refused).toHaveProperty('output', expect.stringContaining('PIS_ISSUER_URL'));
    expect(readdirSync(root.path(DATA))).toEqual([]);
  });

  testSecureProfile(() => root);

  test('pays a file with SQLite, and pisctl works as the user of the service', async () => {
    root.append(SETTINGS, SANDBOX);
    const service = await startUnit();
    paymentId = await payFile(service.origin);
    expect(root.run('pisctl', 'work', 'list')).toContain('No step is failing.');
    expect(await service.stop()).toBe(0);
    root.run('install', '-d', '-m', '700', '-o', 'payments', '/var/backups/payments');
    root.run('pisctl', 'backup', '/var/backups/payments/one');
    const owner = (path: string) => statSync(root.path(path)).uid;
    expect(owner('var/backups/payments/one/service.db')).toBe(owner(DATA));
  });

  test('keeps settings and payments in an upgrade and in a downgrade', async () => {
    const settings = readFileSync(root.path(SETTINGS), 'utf8');
    for (const other of [`${version}+1`, version]) {
      root.install(other === version ? join(out, fileOf(version)) : build(other));
      expect(installed()).toBe(other);
      expect(root.takeCalls()).toEqual([STOP, RELOAD, RELOAD, START]);
      expect(readFileSync(root.path(SETTINGS), 'utf8')).toBe(settings);
      const service = await startUnit();
      expect(await isPaid(service.origin, paymentId)).toBe(true);
      expect(await service.stop()).toBe(0);
    }
  });

  test('restores a backup into a new data folder, as a roll back needs', async () => {
    root.run('pisctl', 'restore', '/var/backups/payments/one', '/var/backups/payments/restored');
    root.run('mv', `/${DATA}`, `/${DATA}.new`);
    root.run('mv', '/var/backups/payments/restored', `/${DATA}`);
    const service = await startUnit();
    expect(await isPaid(service.origin, paymentId)).toBe(true);
    expect(await service.stop()).toBe(0);
  });

  test.skipIf(whatIsMissing(FOR_IMAGE) !== null)(
    'is started, restarted after a kill and stopped by systemd as process 1',
    async () => {
      const inSystemd = (...args: readonly string[]): string =>
        runPodman('exec', SYSTEMD, ...args).trim();
      // A program in /usr/local/sbin records the calls of the package's scripts.
      const systemctl = (...args: readonly string[]): string =>
        inSystemd('/bin/systemctl', ...args);
      const property = (name: string): string =>
        systemctl('show', '--value', '--property', name, NAME);
      const log = (): string => inSystemd('journalctl', '--unit', NAME, '--output', 'cat');
      /** Returns the origins of the internal listener since the first start. */
      const origins = (): string[] =>
        [...log().matchAll(/"address":"(http:[^"]+)".*"msg":"ready"/g)].map(([, it]) => it ?? '');
      const untilStarted = (times: number): Promise<void> =>
        eventually(() => {
          expect(origins()).toHaveLength(times);
        });
      const init = ['--systemd=always', '--rootfs', root.folder, '/lib/systemd/systemd'];
      runPodman('run', '--detach', '--name', SYSTEMD, ...init);
      try {
        await eventually(() => systemctl('start', NAME));
        await untilStarted(1);
        expect(systemctl('status', NAME)).toContain('active (running)');
        const process = `/proc/${property('MainPID')}`;
        const status = inSystemd('cat', `${process}/status`);
        for (const line of [/^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m]) {
          expect(status).toMatch(line);
        }
        expect(inSystemd('cat', `${process}/mountinfo`)).toMatch(/^\S+ \S+ \S+ \S+ \/ ro,/m);

        systemctl('kill', '--signal=KILL', NAME);
        await untilStarted(2);
        expect(property('NRestarts')).toBe('1');
        expect(isPaidIn(SYSTEMD, paymentId, origins()[1])).toBe(true);

        systemctl('stop', NAME);
        expect([property('ActiveState'), property('Result')]).toEqual(['inactive', 'success']);
        expect(log()).toContain('"msg":"stopped"');
      } finally {
        runPodman('rm', '--force', SYSTEMD);
      }
    },
  );

  test('pays with the PostgreSQL of Debian, and rolls back an upgrade as documented', async () => {
    const { backup, restore } = documentedCommands();
    const runAll = (commands: readonly string[]): string =>
      commands.map((command) => root.run('sh', '-c', command)).join('');
    // The roll back with SQLite has left it.
    root.run('rm', '-r', `/${DATA}.new`);
    await root.withPostgres(async (port) => {
      root.append(SETTINGS, [
        `PIS_DATABASE_URL=postgres://payments:secret@127.0.0.1:${port}/payments`,
      ]);
      const old = await startUnit();
      const before = await payFile(old.origin);
      expect(await isPaid(old.origin, before)).toBe(true);
      expect(await old.stop()).toBe(0);
      runAll(backup);
      expect(root.takeCalls()).toEqual([`systemctl stop ${NAME}`, `systemctl start ${NAME}`]);

      root.install(join(out, fileOf(`${version}+1`)));
      const upgraded = await startUnit();
      expect(await isPaid(upgraded.origin, before)).toBe(true);
      const after = await payFile(upgraded.origin);
      expect(await upgraded.stop()).toBe(0);

      root.install(join(out, fileOf(version)));
      expect(installed()).toBe(version);
      root.takeCalls();
      expect(runAll(restore)).toContain('The books balance.');
      expect(root.takeCalls()).toEqual([`systemctl stop ${NAME}`, `systemctl start ${NAME}`]);
      const restored = await startUnit();
      expect(await isPaid(restored.origin, before)).toBe(true);
      await expect(isPaid(restored.origin, after)).rejects.toThrow('No payment has this id.');
      expect(await restored.stop()).toBe(0);
    });
  });

  test('keeps settings in a removal, and payments and keys even in a purge', () => {
    root.run('dpkg', '--remove', NAME);
    expect(root.takeCalls()).toEqual([
      STOP,
      `systemctl --system --quiet disable ${NAME}.service`,
      RELOAD,
    ]);
    expect(existsSync(root.path(`usr/lib/${NAME}`))).toBe(false);
    expect(existsSync(root.path(SETTINGS))).toBe(true);
    root.run('dpkg', '--purge', NAME);
    expect(existsSync(root.path(SETTINGS))).toBe(false);
    expect(readdirSync(root.path(DATA))).toContain('service.db');
    expect(readdirSync(root.path(`etc/${NAME}/keys`))).toContain('signing-keys.json');
  });

  const fileOf = (of: string): string =>
    readdirSync(out).find((name) => name.startsWith(`${NAME}_${of}_`) && name.endsWith('.deb')) ??
    '';
});
