import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools.ts';

/** ID of the user and the group of `builder`. */
const BUILDER_ID = 2000;

/** Users and groups that `builder` may have in its user namespace: the first one, and how many. */
const SUBORDINATE = 'builder:100000:65536\n';

/**
 * Runs a program as the user `builder`, who exists in this mount namespace only. The checkout may
 * be in a folder of root, so it is also at $0/checkout. crun refuses both versions of control
 * groups.
 */
const AS_BUILDER = `umount --lazy /sys/fs/cgroup/unified 2> /dev/null
for name in passwd group subuid subgid; do mount --bind "$0/$name" "/etc/$name"; done
mount --bind "$1" "$0/checkout"
shift
cd "$0/checkout" && exec setpriv --reuid=${String(BUILDER_ID)} --regid=${String(BUILDER_ID)} \\
  --clear-groups -- env HOME="$0/home" XDG_RUNTIME_DIR="$0/home" "$@"`;

/** Creates the user `builder`. Its home folder is `home` in the folder. */
export function createBuilder(folder: string): void {
  for (const name of ['checkout', 'home']) mkdirSync(join(folder, name));
  chownSync(join(folder, 'home'), BUILDER_ID, BUILDER_ID);
  const id = String(BUILDER_ID);
  const users = `builder:x:${id}:${id}::${folder}/home:/bin/sh\n`;
  writeFileSync(join(folder, 'passwd'), `${readFileSync('/etc/passwd', 'utf8')}${users}`);
  writeFileSync(join(folder, 'group'), `${readFileSync('/etc/group', 'utf8')}builder:x:${id}:\n`);
  for (const name of ['subuid', 'subgid']) writeFileSync(join(folder, name), SUBORDINATE);
}

/** Returns the command that runs a program as `builder` in the checkout. */
export function asBuilder(folder: string, ...args: readonly string[]): string[] {
  return ['unshare', '--mount', 'sh', '-c', AS_BUILDER, folder, ROOT, ...args];
}
