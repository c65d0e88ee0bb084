import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the checkout. */
export const ROOT = join(import.meta.dirname, '../..');

/** Paths of programs on Debian, and the packages that contain them. */
const PROGRAMS = {
  dpkg: { path: '/usr/bin/dpkg-deb', from: 'dpkg' },
  mmdebstrap: { path: '/usr/bin/mmdebstrap', from: 'mmdebstrap' },
  buildah: { path: '/usr/bin/buildah', from: 'buildah' },
  podman: { path: '/usr/bin/podman', from: 'podman' },
  crun: { path: '/usr/bin/crun', from: 'crun' },
  uidmap: { path: '/usr/bin/newuidmap', from: 'uidmap' },
  catatonit: { path: '/usr/bin/catatonit', from: 'catatonit' },
  netavark: { path: '/usr/lib/podman/netavark', from: 'netavark' },
  'aardvark-dns': { path: '/usr/lib/podman/aardvark-dns', from: 'aardvark-dns' },
  iptables: { path: '/usr/sbin/iptables', from: 'iptables' },
  'docker-compose': { path: '/usr/bin/docker-compose', from: 'docker-compose' },
  haproxy: { path: '/usr/sbin/haproxy', from: 'haproxy' },
  postgresql: { path: '/usr/lib/postgresql/15/bin/postgres', from: 'postgresql-15' },
  unzip: { path: '/usr/bin/unzip', from: 'unzip' },
} as const;

type ProgramName = keyof typeof PROGRAMS;

/** Programs that the tests of the Debian package need. */
export const FOR_DEBIAN: readonly ProgramName[] = ['dpkg', 'mmdebstrap'];
/** Programs that the tests of the image need. */
export const FOR_IMAGE: readonly ProgramName[] = [
  ...(['buildah', 'catatonit', 'crun', 'iptables', 'mmdebstrap', 'netavark'] as const),
  ...(['podman', 'uidmap'] as const),
];
/** Programs that the tests of the chart need. */
export const FOR_CHART: readonly ProgramName[] = ['unzip'];
/** Programs that the tests of a pod of the chart need. */
export const FOR_POD: readonly ProgramName[] = [...FOR_IMAGE, ...FOR_CHART];
/** Programs that the tests of the Compose file need. */
export const FOR_COMPOSE: readonly ProgramName[] = [
  ...FOR_IMAGE,
  ...(['aardvark-dns', 'docker-compose', 'haproxy', 'postgresql'] as const),
];

/**
 * Returns a message if the tests are not run by root on Debian or a program is missing. Returns
 * null otherwise.
 */
export function whatIsMissing(names: readonly ProgramName[]): string | null {
  if (process.getuid?.() !== 0) return 'Only root can create the root file system of a test.';
  const absent = names.map((name) => PROGRAMS[name]).filter(({ path }) => !existsSync(path));
  if (absent.length === 0) return null;
  return `Debian's packages are missing: ${absent.map(({ from }) => from).join(', ')}.`;
}

/**
 * Runs a program in the root folder of the checkout and returns its standard output.
 *
 * @throws Error with the whole output if the exit code is not 0
 */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`${[program, ...args].join(' ')}: ${stdout}${stderr}${String(error ?? '')}`);
  }
  return stdout;
}
