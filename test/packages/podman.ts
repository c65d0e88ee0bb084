import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { run } from './tools.ts';

/** Interval between two checks of whether the namespaces exist, in milliseconds. */
const POLL_MS = 20;

/**
 * Runs a program without the second version of control groups, if the machine has both versions.
 * crun refuses such a machine.
 */
export const ONE_CGROUP_VERSION = 'umount --lazy /sys/fs/cgroup/unified 2> /dev/null; exec "$@"';

/** Starts the first process of the namespaces, which ends processes that have no parent. */
const HOLD = 'mount -t tmpfs tmpfs /run && ip link set lo up && exec catatonit -P';

/** Configuration of podman on a machine without systemd and the capability SYS_RESOURCE. */
const ENGINE = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
[network]
network_backend = "netavark"
network_config_dir = "/run/containers/networks"
`;

/** Origin of the internal listener, as only the container reaches it. */
const INTERNAL_ORIGIN = 'http://127.0.0.1:8080';

/** The process that holds podman's namespaces, and the environment of podman. */
export interface PodmanHost {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Creates a process, mount and network namespace for podman. Containers can use fixed ports and
 * addresses in them. All containers end with the process.
 *
 * @param folder of the images and containers
 */
export async function startPodmanHost(folder: string): Promise<PodmanHost> {
  mkdirSync(folder, { recursive: true });
  const env = {
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
  writeFileSync(env.CONTAINERS_CONF, ENGINE);
  const roots = `graphroot = "${folder}/storage"\nrunroot = "/run/containers/storage"\n`;
  writeFileSync(env.CONTAINERS_STORAGE_CONF, `[storage]\ndriver = "overlay"\n${roots}`);
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const hold = ['sh', '-c', ONE_CGROUP_VERSION, 'sh', 'sh', '-c', HOLD];
  const { pid } = spawn('unshare', [...namespaces, ...hold], { stdio: 'ignore' });
  const children = `/proc/${String(pid)}/task/${String(pid)}/children`;
  for (;;) {
    const child = Number(readFileSync(children, 'utf8').trim());
    if (child > 0 && readFileSync(`/proc/${String(child)}/comm`, 'utf8').includes('catatonit')) {
      return { pid: child, env };
    }
    await setTimeout(POLL_MS);
  }
}

/** Returns the command that runs a program in the namespaces of podman. */
export function inNamespaces({ pid, env }: PodmanHost, ...args: readonly string[]): string[] {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const target = ['--target', String(pid), '--mount', '--net', '--pid'];
  return ['nsenter', ...target, '--', 'env', ...settings, ...args];
}

/** Returns the command that runs podman in the namespaces that all tests share. */
export function podman(...args: readonly string[]): string[] {
  return inNamespaces(inject('podman'), 'podman', ...args);
}

/** Runs podman and returns its output. Throws an Error if it fails. */
export function runPodman(...args: readonly string[]): string {
  return runCommand(podman(...args));
}

/**
 * Pays a file at the internal listener in a container, as `payFile` does. Returns the id of the
 * payment.
 */
export function payIn(container: string): string {
  return runBeside(container, INTERNAL_ORIGIN).trim();
}

/** Returns true if the sandbox in a container has the payment, and it is executed. */
export function isPaidIn(container: string, paymentId: string, origin = INTERNAL_ORIGIN): boolean {
  return runBeside(container, origin, paymentId).trim() === 'true';
}

/** Runs `paid-at.ts` in the network namespace of a container. Throws an Error if it fails. */
function runBeside(container: string, ...args: readonly string[]): string {
  const pid = runPodman('inspect', '--format', '{{.State.Pid}}', container).trim();
  const program = fileURLToPath(new URL('paid-at.ts', import.meta.url));
  const enter = ['nsenter', '--net', '--target', pid, '--', process.execPath, program, ...args];
  return runCommand(inNamespaces(inject('podman'), ...enter));
}

/** Runs a command with its arguments. Throws an Error if it fails. */
export function runCommand([program = '', ...args]: readonly string[]): string {
  return run(program, args);
}
