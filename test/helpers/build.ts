import { execFileSync } from 'node:child_process';

/** Builds the code that the worker threads and the child processes of the tests run. */
export default function build(): void {
  execFileSync(process.execPath, ['build.js'], { stdio: 'inherit' });
}
