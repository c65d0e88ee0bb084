import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';

/** Time after which a lock that was taken over is compared again, in milliseconds. */
const SETTLE_MS = 100;

/**
 * Runs a function while no other process of this machine holds the lock. A lock of a process that
 * has ended is taken over.
 *
 * @throws PisError if a running process holds it
 */
export async function withLock<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await created(path))) {
    const holder = await holderOf(path);
    if (holder !== undefined && isRunning(holder)) throw inUse(path, holder);
    await rm(path, { force: true });
    if (!(await created(path))) throw inUse(path, await holderOf(path));
    // Two processes may have removed the old lock at the same time. The later one keeps it.
    await pause(SETTLE_MS);
    const now = await holderOf(path);
    if (now !== process.pid) throw inUse(path, now);
  }
  try {
    return await use();
  } finally {
    await rm(path, { force: true });
  }
}

/** Creates the lock with its content in one step. Returns false if it exists. */
async function created(path: string): Promise<boolean> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, String(process.pid), { mode: 0o600 });
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function holderOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function inUse(path: string, holder: number | undefined): PisError {
  const process = holder === undefined ? 'Another process' : `Process ${String(holder)}`;
  return new PisError(
    `${process} is working on this payment. Wait until it ends. If no pis is running, delete ` +
      `${path}.`,
    exitCodes.wrongUse,
  );
}
