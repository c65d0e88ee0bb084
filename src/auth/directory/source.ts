import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { SECOND_MS, type Clock } from '../../shared/time.ts';

/** Largest document of a directory, in bytes. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** How long a directory may take to answer, in milliseconds. */
const ANSWER_MS = 20 * SECOND_MS;

/** How often a file is read again at least: it costs nothing, and whoever changed it waits. */
const FILE_LOOK_MS = SECOND_MS;

/** What becomes otherwise with every change of a file, or with another in its place. */
const TRACES = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const;

/** Where the directory's document comes from. */
export interface DirectorySource {
  /** The document as it is now; throws when it cannot be had. */
  read(signal: AbortSignal): Promise<string>;
  /**
   * Whether it is certainly what it was when it was read last, which costs next to nothing; false
   * where that cannot be told.
   */
  isSame(): Promise<boolean>;
  /** How often it is to be looked at, in milliseconds. */
  readonly lookEveryMs: number;
}

/**
 * The document at an https address, or in a file: `location` is either. Plain http is taken from
 * this machine alone, and nobody is followed elsewhere. An address is asked every `refreshMs`, a
 * file at least every second.
 */
export function createDirectorySource(
  location: string,
  refreshMs: number,
  machineClock: Clock,
): DirectorySource {
  const address = URL.canParse(location) ? new URL(location) : undefined;
  if (address === undefined) {
    return {
      ...fileSource(location, machineClock),
      lookEveryMs: Math.min(refreshMs, FILE_LOOK_MS),
    };
  }
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLoopback(address))) {
    throw new Error(`The directory's address ${address.origin} is not https.`);
  }
  return {
    read: (signal) => fetchDocument(address, signal),
    isSame: () => Promise.resolve(false),
    lookEveryMs: refreshMs,
  };
}

/** A file is as it was when nobody touched it since, and nobody could have a moment ago unseen. */
function fileSource(path: string, machineClock: Clock): Pick<DirectorySource, 'read' | 'isSame'> {
  let last: BigIntStats | undefined;
  return {
    read: async () => {
      last = undefined;
      const before = await stat(path, { bigint: true });
      const text = await readFile(path);
      // A clock of files ticks a few times a second at worst: a change within a tick has no trace.
      if (machineClock() - Number(before.mtimeMs) > SECOND_MS) last = before;
      return text;
    },
    isSame: async () => {
      if (last === undefined) return false;
      const now = await stat(path, { bigint: true });
      return TRACES.every((trace) => now[trace] === last?.[trace]);
    },
  };
}

function isLoopback({ hostname }: URL): boolean {
  const isFourth = isIPv4(hostname) && hostname.startsWith('127.');
  return isFourth || hostname === '[::1]' || hostname === 'localhost';
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
    throw new Error(`The directory answered ${String(response.status)}.`);
  }
  return collect(response.body);
}

/** The text of a stream; throws when there is more of it than the bound, or when it is no UTF-8. */
async function collect(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) {
      throw new Error(`The directory has more than ${String(MAX_DOCUMENT_BYTES)} bytes.`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
