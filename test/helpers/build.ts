import { execFileSync } from 'node:child_process';

/**
 * Builds `dist/`, because the worker threads and child processes of the tests run compiled code.
 */
export default function build(): void {
  execFileSync(process.execPath, ['build.js', '--or-built'], { stdio: 'inherit' });
}
