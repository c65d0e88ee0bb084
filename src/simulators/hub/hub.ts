import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneAfterAnother, allAtOnce } from '../../shared/concurrency.ts';
import type { Clock, Instant, Milliseconds } from '../../shared/time.ts';
import { Agenda, type StoredDocument } from './agenda.ts';
import { Broker } from './amqp/broker.ts';
import type { BrokerOptions } from './amqp/connect.ts';
import { Books } from './books.ts';
import { lockDataFolder, openDatabase } from './database.ts';
import { decideMessages } from './decide.ts';
import {
  emptyFolder,
  encoded,
  openExchange,
  removeTemporaryFiles,
  writeDurably,
} from './folder.ts';
import { createFaults } from './https/faults.ts';
import { openHttpsServer, type HttpsOptions } from './https/server.ts';
import type { DataFolders, HubParts, Step } from './hub-parts.ts';
import { Intake } from './intake.ts';
import type { Scenario } from './scenario.ts';
import { createMessageStore } from './store-message.ts';
import { AccountEntries } from './settlement/account-entries.ts';
import { deliverReports, nextReportAt } from './settlement/deliver-reports.ts';
import { expectDefined } from '../../shared/assert.ts';
import { counted } from '../../shared/text.ts';
import { composeDocument, creditsIn } from './documents/compose.ts';

export interface HubOptions {
  /** Root folder of the exchange with `to-hub/` and `from-hub/`. Null without files. */
  readonly folder: string | null;
  /** The listener for HTTPS. Absent for an exchange of files alone. */
  readonly https?: HttpsOptions;
  /** The broker of an exchange over AMQP, which then is the only exchange. */
  readonly amqp?: BrokerOptions;
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

/** Counts of a finished run. */
export interface HubRun {
  /** Files and messages that were taken from `to-hub`. */
  readonly files: number;
  readonly documents: number;
}

/** Time between two checks of `to-hub/`. */
const POLL_MS: Milliseconds = 50;

/**
 * Runs a hub until the signal stops it. It plays the payment hub and the schemes behind it. It can
 * be killed at any time: when it runs again, it continues, and executes no credit twice.
 */
export async function runHub(options: HubOptions, signal: AbortSignal): Promise<HubRun> {
  await mkdir(options.data, { recursive: true });
  const unlock = lockDataFolder(options.data);
  try {
    const toHub = await prepareFolders(options);
    const parts = openParts(options);
    try {
      const server = options.https && (await openHttpsServer(parts, options.https));
      const broker = options.amqp && new Broker(parts, options.amqp);
      try {
        return await loop(parts, { toHub, once: options.once, server, broker }, signal);
      } finally {
        await server?.close();
        await broker?.close();
      }
    } finally {
      parts.database.close();
    }
  } finally {
    unlock();
  }
}

const dataFolders = (data: string): DataFolders => ({
  incoming: join(data, 'incoming'),
  messages: join(data, 'messages'),
  refused: join(data, 'refused'),
});

/** Folder of the documents for the bank. Without a shared folder it is in the data folder. */
const fromHubIn = ({ folder, data }: HubOptions): string => join(folder ?? data, 'from-hub');

/**
 * Creates the folders, and deletes files that an earlier process left incomplete. Returns the path
 * of `to-hub/`, or null without files.
 */
async function prepareFolders(options: HubOptions): Promise<string | null> {
  const { folder, data } = options;
  const folders = dataFolders(data);
  const fromHub = fromHubIn(options);
  for (const path of [...(Object.values(folders) as string[]), fromHub]) {
    await mkdir(path, { recursive: true });
  }
  // The bank hands over every message again that is not stored yet.
  await emptyFolder(folders.incoming);
  await removeTemporaryFiles(fromHub);
  return folder === null ? null : (await openExchange(folder)).toHub;
}

function openParts(options: HubOptions): HubParts {
  const { data, scenario, clock, print, reached = () => undefined } = options;
  const database = openDatabase(data);
  const books = new Books(database);
  const agenda = new Agenda(database);
  const folders = dataFolders(data);
  const exclusively = oneAfterAnother();
  const storing = { database, books, folders, exclusively, clock, print };
  return {
    ...storing,
    fromHub: fromHubIn(options),
    agenda,
    scenario,
    reached,
    account: new AccountEntries(database),
    faults: createFaults(scenario),
    storeMessage: createMessageStore(storing),
  };
}

interface LoopOptions {
  readonly toHub: string | null;
  readonly once: boolean;
  readonly server: { readonly throwIfFailed: () => void } | undefined;
  readonly broker: Broker | undefined;
}

async function loop(
  parts: HubParts,
  { toHub, once, server, broker }: LoopOptions,
  signal: AbortSignal,
): Promise<HubRun> {
  const { agenda, clock } = parts;
  const intake = toHub === null ? null : new Intake(parts, toHub);
  let files = 0;
  let documents = 0;
  while (!signal.aborted) {
    server?.throwIfFailed();
    const received = (await intake?.takeFiles(signal)) ?? 0;
    files += received + ((await broker?.takeMessages(signal)) ?? 0);
    await decideStored(parts, signal);
    documents += await deliverDue(parts, signal);
    documents += await deliverReports(parts, signal);
    await broker?.publishDocuments(signal);
    const dueAt = nextAt(agenda.nextDueAt(), nextReportAt(parts));
    if (once && received === 0 && dueAt === null) break;
    const wait = dueAt === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, dueAt - clock()));
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
  return { files, documents };
}

function nextAt(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

async function decideStored(parts: HubParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const messages = parts.books.undecided();
    if (messages.length === 0) return;
    await parts.exclusively(() => decideMessages(parts, messages));
  }
}

/**
 * Writes all documents that are due to `from-hub/`, until the signal stops it. A document that was
 * written before a crash, but not recorded, is written again. Returns the number of documents.
 */
async function deliverDue(parts: HubParts, signal: AbortSignal): Promise<number> {
  const { agenda, scenario, clock } = parts;
  let delivered = 0;
  for (;;) {
    const due = agenda.due(clock());
    if (due.length === 0) return delivered;
    for (let at = 0; at < due.length; at += scenario.concurrentAnswers) {
      if (signal.aborted) return delivered;
      const group = due.slice(at, at + scenario.concurrentAnswers);
      await allAtOnce(group, (document) => write(parts, document));
      markDelivered(parts, group);
      delivered += group.length;
    }
  }
}

async function write(parts: HubParts, document: StoredDocument): Promise<void> {
  const { books, fromHub, reached } = parts;
  const message = expectDefined(books.get(document.message), 'the message of a document');
  const pieces = composeDocument(document, message, books);
  await writeDurably(fromHub, document.file, encoded(pieces));
  reached('written');
}

/** Records that documents are in `from-hub/`. */
function markDelivered(parts: HubParts, documents: readonly StoredDocument[]): void {
  const { database, agenda, books, print, reached } = parts;
  database.transaction(() => {
    for (const document of documents) agenda.markDelivered(document);
  })();
  for (const document of documents) {
    reached('delivered');
    const id = books.get(document.message)?.id ?? '';
    const credits = creditsIn(document, books);
    const content = credits === 0 ? '' : `, ${counted(credits, 'credit')}`;
    print(`Delivered ${document.file}: ${document.kind} to ${id}${content}.`);
  }
}
