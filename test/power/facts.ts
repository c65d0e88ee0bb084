import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dataFolder } from '../../src/config/data-folder.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { openFileStore } from '../../src/store/files/folder/files.ts';
import { verifyChain } from '../../src/store/repositories/audit/audit-chain.ts';
import { readAuditLog } from '../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';

/**
 * A fact that a response of the service acknowledged. `resource` is the path segment of its URL.
 */
export type Fact = { readonly resource: string; readonly id: string } & (
  | { readonly kind: 'consent' }
  | { readonly kind: 'file'; readonly sha256: string }
  | { readonly kind: 'approved'; readonly tokenHash: string }
  | { readonly kind: 'payment' }
  | { readonly kind: 'finished' }
);

/** The problems found in a disk image, each as a sentence. */
export interface Findings {
  /** Acknowledged facts that the image lacks. */
  readonly lost: readonly string[];
  /** Data that is unreadable or inconsistent. */
  readonly broken: readonly string[];
}

const AFTER_UPLOAD = new Set<unknown>(['AwaitingAuthorisation', 'Authorised', 'Consumed']);
/** Statuses that a consent can have after its approval. A payment may have consumed it. */
export const AFTER_APPROVAL = new Set<unknown>(['Authorised', 'Consumed']);
const FINAL = new Set(['ACSC', 'PART', 'RJCT']);

/** Returns the SHA-256 digest in hex, as it occurs in file names and token hashes. */
export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

/** Digests of files by inode. Many images share a file, and the cache avoids reading it again. */
export type Digests = Map<number, string>;

/**
 * Opens a disk image of a data folder as the service does at its start, and returns the problems
 * found. Reads the content of each file that a fact names.
 */
export async function auditImage(
  folder: string,
  facts: readonly Fact[],
  digests: Digests = new Map(),
): Promise<Findings> {
  const places = dataFolder(folder);
  const nothing = { lost: facts.length > 0 ? ['Everything is lost.'] : [], broken: [] };
  if (!existsSync(places.database)) return nothing;
  try {
    const store = openSqliteStore(places.database, () => 0);
    const lost: string[] = [];
    const broken: string[] = [];
    try {
      if ((await store.readSetting('profile')) === undefined) return nothing;
      const files = openFileStore(places.files, () => undefined);
      await files.sweep((name) => store.isFileStored(name), null);
      for (const fact of facts) {
        const loss = await lossOf(fact, store, (name) => lossOfFile(places.files, name, digests));
        if (loss !== undefined) lost.push(loss);
      }
      broken.push(...(await store.auditBooks()));
    } finally {
      await store.close();
    }
    const chain = readAuditLog(places.database, (entries) => verifyChain(entries));
    if (!chain.unbroken) broken.push(`Entry ${String(chain.sequence)} of the audit log.`);
    return { lost, broken };
  } catch (error) {
    return { lost: [], broken: [`It cannot be opened: ${String(error)}`] };
  }
}

/**
 * Returns a sentence that describes which acknowledged data is missing. Returns undefined if none
 * is.
 */
async function lossOf(
  fact: Fact,
  store: Store,
  lossOfFile: (sha256: string) => string | undefined,
): Promise<string | undefined> {
  if (fact.kind === 'payment' || fact.kind === 'finished') {
    const payment = await store.findPayment(fact.id);
    if (payment === undefined) return `Payment ${fact.id} is lost.`;
    if (fact.kind === 'payment' || FINAL.has(payment.groupStatus)) return undefined;
    return `Payment ${fact.id} was finished, and is ${payment.groupStatus}.`;
  }
  const status = (await store.findConsent(fact.id))?.status;
  if (status === undefined) return `Consent ${fact.id} is lost.`;
  if (fact.kind === 'file') {
    if (!AFTER_UPLOAD.has(status)) return `The upload to ${fact.id} is lost.`;
    return lossOfFile(fact.sha256);
  }
  if (fact.kind === 'consent') return undefined;
  if (!AFTER_APPROVAL.has(status)) return `The approval of ${fact.id} is lost.`;
  const grant = await store.findGrant(fact.tokenHash);
  return grant === undefined ? `The token for ${fact.id} is lost.` : undefined;
}

function lossOfFile(files: string, name: string, digests: Digests): string | undefined {
  const path = contentPath(files, name);
  if (!existsSync(path)) return `File ${name} is lost.`;
  return digestOf(path, digests) === name ? undefined : `File ${name} has other bytes.`;
}

function digestOf(path: string, digests: Digests): string {
  const { ino, nlink } = statSync(path);
  const known = nlink > 1 ? digests.get(ino) : undefined;
  if (known !== undefined) return known;
  const digest = sha256(readFileSync(path));
  if (nlink > 1) digests.set(ino, digest);
  return digest;
}
