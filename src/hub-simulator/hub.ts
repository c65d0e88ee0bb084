import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Milliseconds } from '../shared/time.ts';
import { Agenda } from './agenda.ts';
import { Books } from './books.ts';
import { lockDataFolder, openDatabase } from './database.ts';
import { decideMessage } from './decide.ts';
import { deliverDue } from './delivery.ts';
import { openExchange, removeTemporaryFiles } from './folder.ts';
import type { DataFolders, HubParts, Step } from './hub-parts.ts';
import { Intake } from './intake.ts';
import type { Scenario } from './scenario.ts';

export interface HubOptions {
  /** Root folder of the exchange with `to-hub/` and `from-hub/`. */
  readonly folder: string;
  /** Data folder of the hub. One process at a time can use it. */
  readonly data: string;
  readonly scenario: Scenario;
  /** Ends when no file is in `to-hub/` and every document is delivered. */
  readonly once: boolean;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  /** Called after each durable step. */
  readonly reached?: (step: Step) => void;
}

/** Numbers of a finished run. */
export interface HubRun {
  readonly files: number;
  readonly documents: number;
}

/** Time between two looks into `to-hub/`. */
const POLL_MS: Milliseconds = 50;

/**
 * Runs a hub until the signal stops it. It plays the payment hub and the schemes behind it. It can
 * be killed at any time: when it runs again, it continues, and executes no credit twice.
 */
export async function runHub(options: HubOptions, signal: AbortSignal): Promise<HubRun> {
  await mkdir(options.data, { recursive: true });
  const unlock = lockDataFolder(options.data);
  try {
    const parts = await openParts(options);
    try {
      return await loop(parts, options.once, signal);
    } finally {
      parts.database.close();
    }
  } finally {
    unlock();
  }
}

async function openParts(options: HubOptions): Promise<HubParts> {
  const { folder, data, scenario, clock, print, reached = () => undefined } = options;
  const exchange = await openExchange(folder);
  const folders: DataFolders = {
    incoming: join(data, 'incoming'),
    messages: join(data, 'messages'),
    refused: join(data, 'refused'),
  };
  for (const path of Object.values(folders) as string[]) await mkdir(path, { recursive: true });
  for (const path of [folders.incoming, exchange.fromHub]) await removeTemporaryFiles(path);
  const database = openDatabase(data);
  const [books, agenda] = [new Books(database), new Agenda(database)];
  return { exchange, folders, database, books, agenda, scenario, clock, print, reached };
}

async function loop(parts: HubParts, once: boolean, signal: AbortSignal): Promise<HubRun> {
  const { agenda, clock } = parts;
  const intake = new Intake(parts);
  let [files, documents] = [0, 0];
  while (!signal.aborted) {
    const taken = await intake.takeFiles(signal);
    files += taken;
    await decideStored(parts, signal);
    documents += await deliverDue(parts, signal);
    const dueAt = agenda.nextDueAt();
    if (once && taken === 0 && dueAt === null) break;
    const wait = dueAt === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, dueAt - clock()));
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
  return { files, documents };
}

async function decideStored(parts: HubParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const message = parts.books.nextUndecided();
    if (message === undefined) return;
    await decideMessage(parts, message);
  }
}
