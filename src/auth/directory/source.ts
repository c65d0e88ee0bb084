import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isLoopback } from '../../shared/network.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';

/** Maximum size of a directory document, in bytes. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Time limit for a request to the directory, in milliseconds. */
const ANSWER_MS: Milliseconds = 20 * SECOND_MS;

/**
 * Maximum interval between two checks of a directory file, in milliseconds. It is short because a
 * check is cheap, and the operator who changed the file waits for the result.
 */
const FILE_LOOK_MS = SECOND_MS;

/**
 * The fields of a file's status that reveal a change. At least one of them differs after the file
 * was changed or replaced.
 */
const STATUS_FIELDS = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const;

/** The source of the directory document, which is a file or a URL. */
export interface DirectorySource {
  /** Reads the current document. Throws if it is unavailable. */
  read(signal: AbortSignal): Promise<string>;
  /**
   * Returns true if the document has certainly not changed since the last read, and false if that
   * is not known. The check is cheap.
   */
  isSame(): Promise<boolean>;
  /** Interval between two refreshes from this source, in milliseconds. */
  readonly refreshIntervalMs: Milliseconds;
}

/**
 * Creates a source of the directory document. `location` is an https URL or the path of a file.
 * Plain http is accepted only for this machine, and redirects are not followed. A URL is requested
 * every `refreshMs` milliseconds. A file is checked at least once a second.
 */
export function createDirectorySource(
  location: string,
  refreshMs: Milliseconds,
  machineClock: Clock,
): DirectorySource {
  const address = URL.canParse(location) ? new URL(location) : undefined;
  if (address === undefined) {
    return {
      ...fileSource(location, machineClock),
      refreshIntervalMs: Math.min(refreshMs, FILE_LOOK_MS),
    };
  }
  if (
    address.protocol !== 'https:' &&
    !(address.protocol === 'http:' && isLoopback(address.hostname))
  ) {
    throw new Error(`The directory's URL ${address.origin} must use https.`);
  }
  return {
    read: (signal) => fetchDocument(address, signal),
    isSame: () => Promise.resolve(false),
    refreshIntervalMs: refreshMs,
  };
}

/**
 * Creates a source from a file. It detects changes by the file's status, so that it need not read
 * the file.
 */
function fileSource(path: string, machineClock: Clock): Pick<DirectorySource, 'read' | 'isSame'> {
  let last: BigIntStats | undefined;
  return {
    read: async () => {
      last = undefined;
      const before = await stat(path, { bigint: true });
      const text = await readFile(path);
      // File timestamps may be precise only to a fraction of a second. If the file changed less
      // than a second ago, another change could leave the same status. In that case, the status is
      // not used.
      if (machineClock() - Number(before.mtimeMs) > SECOND_MS) last = before;
      return text;
    },
    isSame: async () => {
      if (last === undefined) return false;
      const now = await stat(path, { bigint: true });
      return STATUS_FIELDS.every((field) => now[field] === last?.[field]);
    },
  };
}

async function readFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    return await collect(file.createReadStream({ autoClose: false }));
  } finally {
    await file.close();
  }
}

async function fetchDocument(address: URL, stopped: AbortSignal): Promise<string> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)]),
  });
  if (response.status !== 200 || response.body === null) {
    throw new Error(
      `The directory responded with HTTP status ${String(response.status)}, expected 200.`,
    );
  }
  return collect(response.body);
}

/** Returns the text of a stream. Throws if the text is larger than the maximum or is not UTF-8. */
async function collect(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) {
      throw new Error(`The directory document has more than ${String(MAX_DOCUMENT_BYTES)} bytes.`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
