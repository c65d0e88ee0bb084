import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../helpers/free-port.ts';
import { run } from './tools.ts';

/** Mounts /proc and /dev in a mount namespace of its own. They vanish with the last process. */
const ENTER =
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"';

/** A root file system of Debian 12 in a temporary folder. */
export class DebianRoot {
  readonly folder = mkdtempSync(join(tmpdir(), 'pis-debian-'));

  /** Creates it with the packages, as `mmdebstrap` downloads them. */
  constructor(packages: readonly string[]) {
    const include = `--include=${packages.join(',')}`;
    const skip = ['man', 'locale', 'doc'].map((name) => `path-exclude=/usr/share/${name}/*`);
    run('mmdebstrap', [
      ...['--quiet', '--variant=minbase', '--format=directory', include],
      ...skip.map((option) => `--dpkgopt=${option}`),
      ...['bookworm', this.folder],
    ]);
  }

  /** Path of a file in it, as this process sees it. */
  path(inside: string): string {
    return join(this.folder, inside);
  }

  /** Returns the command that runs a program in it as root. */
  command(...args: readonly string[]): string[] {
    return ['unshare', '--mount', 'sh', '-c', ENTER, this.folder, ...args];
  }

  /** Runs a program in it as root and returns its output. Throws an Error if it fails. */
  run(...args: readonly string[]): string {
    const [program = '', ...rest] = this.command(...args);
    return run(program, rest, { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });
  }

  /** Installs a package file, also in place of a newer version. */
  install(file: string): void {
    copyFileSync(file, this.path(`tmp/${basename(file)}`));
    this.run('dpkg', '--install', `/tmp/${basename(file)}`);
  }

  /**
   * Replaces the commands of systemd by programs that record their calls. This root file system has
   * no systemd as process 1.
   */
  recordSystemd(): void {
    mkdirSync(this.path('run/systemd/system'), { recursive: true });
    const record = '#!/bin/sh\necho "$(basename "$0") $*" >> /tmp/calls\n';
    for (const name of ['systemctl', 'deb-systemd-invoke']) {
      writeFileSync(this.path(`usr/local/sbin/${name}`), record, { mode: 0o755 });
    }
  }

  /** Returns the calls of systemd's commands since the last time. */
  takeCalls(): string[] {
    const calls = readFileSync(this.path('tmp/calls'), 'utf8').trim().split('\n');
    rmSync(this.path('tmp/calls'));
    return calls;
  }

  /** Appends lines to a file in it. */
  append(inside: string, lines: readonly string[]): void {
    appendFileSync(this.path(inside), lines.map((line) => `${line}\n`).join(''));
  }

  /** Returns the command that starts the service of a unit, as its user and in its folder. */
  unitCommand(unit: string): string[] {
    const text = readFileSync(this.path(`lib/systemd/system/${unit}`), 'utf8');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const settings = readFileSync(this.path(value('EnvironmentFile')), 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line));
    return this.command(
      ...['setpriv', '--pdeathsig', 'TERM', `--reuid=${value('User')}`],
      ...[`--regid=${value('Group')}`, '--init-groups', '--no-new-privs', '--'],
      ...['env', '-i', `--chdir=${value('WorkingDirectory')}`, value('Environment'), ...settings],
      ...value('ExecStart').split(' '),
    );
  }

  /**
   * Starts the PostgreSQL of Debian on a free port, with an empty database of the role `payments`,
   * whose password is `secret`. Stops it after `use`.
   *
   * @param use receives the port
   */
  async withPostgres(use: (port: string) => Promise<void>): Promise<void> {
    const port = String(await freePort());
    this.run('pg_conftool', '15', 'main', 'set', 'port', port);
    const cluster = (action: string) =>
      this.run('pg_ctlcluster', '--skip-systemctl-redirect', '15', 'main', action);
    const asPostgres = (...command: readonly string[]) =>
      this.run('setpriv', '--reuid=postgres', '--clear-groups', ...command, '--port', port);
    cluster('start');
    try {
      asPostgres('dropdb', '--if-exists', 'payments');
      asPostgres('dropuser', '--if-exists', 'payments');
      asPostgres('psql', '-c', `CREATE ROLE payments LOGIN PASSWORD 'secret'`);
      asPostgres('createdb', 'payments', '--owner', 'payments');
      await use(port);
    } finally {
      cluster('stop');
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
