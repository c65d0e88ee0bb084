/**
 * Ends the process with a code at once, whatever its threads are at, and closes all that it has
 * open. `process.exit` waits for every thread, and one that a disk holds may never come back; the
 * kernel waits for none of them where the process becomes another program: one that only ends.
 */
export function endNow(code: number): never {
  const { execPath } = process;
  process.execve?.(execPath, [execPath, '--eval', `process.exit(${String(code)})`], {});
  // Node.js before 22.15 cannot: its supervisor sees the signal, which no thread holds up either.
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process has ended.');
}
