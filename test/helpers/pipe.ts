import { execFileSync } from 'node:child_process';

/** The program of GNU coreutils that creates a named pipe. */
const MAKE_PIPE = 'mkfifo';

/** Creates a named pipe. Opening it for reading blocks until a writer opens it. */
export function makePipe(path: string): void {
  execFileSync(MAKE_PIPE, [path]);
}
