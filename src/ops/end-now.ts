/**
 * Ends the process immediately with an exit code and closes everything that it has open.
 * `process.exit` waits for every thread, and a thread blocked by a disk may never return. Replacing
 * the process by another program (execve) waits for no thread. The replacement program only exits.
 */
export function endNow(code: number): never {
  const { execPath } = process;
  process.execve?.(execPath, [execPath, '--eval', `process.exit(${String(code)})`], {});
  // Node.js before 22.15 has no `execve`. The supervisor then sees the signal, which no thread can
  // delay.
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process has ended.');
}
