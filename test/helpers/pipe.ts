import { execFileSync } from 'node:child_process';

/** Of coreutils. */
const MAKE_PIPE = 'mkfifo';

/** Lays a named pipe at a path: whoever opens it to read waits for somebody to write. */
export function makePipe(path: string): void {
  execFileSync(MAKE_PIPE, [path]);
}
