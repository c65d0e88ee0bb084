import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PisError, type Finding, type Payment } from '../rows/model.ts';

/** A payment of a file that was sent, as pis keeps it. */
export interface SentRow {
  /** Line or row of the sender's file. */
  readonly line: number;
  readonly instructionId: string;
  readonly endToEndId: string;
  readonly name: string;
  readonly pence: number;
  readonly reference?: string;
}

/** A row that was left out, because it has faults. */
export interface LeftOutRow {
  readonly line: number;
  /** The faults in words. */
  readonly faults: string;
}

/** Number of characters that are written together. */
const BUFFER = 256 * 1024;

/** Writes the rows of a file, in its order. */
export async function rowWriter(path: string) {
  const file = await open(path, 'w', 0o600);
  let pending = '';
  const flush = async (): Promise<void> => {
    await file.writeFile(pending);
    pending = '';
  };
  const write = async (row: SentRow | LeftOutRow): Promise<void> => {
    pending += `${JSON.stringify(row)}\n`;
    if (pending.length >= BUFFER) await flush();
  };
  return {
    add: async ({ line, instructionId, endToEndId, pence, creditor, reference }: Payment) => {
      await write({
        ...{ line, instructionId, endToEndId, name: creditor.name, pence },
        ...(reference === undefined ? {} : { reference }),
      });
    },
    leave: async (line: number, faults: readonly Finding[]) => {
      await write({ line, faults: faults.map(faultText).join(' ') });
    },
    end: async (): Promise<void> => {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}

/** Reads the rows of a file that was sent, in its order. */
export async function* readRows(path: string): AsyncGenerator<SentRow | LeftOutRow, void> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    yield rowIn(line, path);
  }
}

function rowIn(line: string, path: string): SentRow | LeftOutRow {
  try {
    return JSON.parse(line) as SentRow | LeftOutRow;
  } catch {
    // The error of the parser would show names and amounts.
    throw new PisError(`${path} is damaged. Restore it, or download the report from the bank.`);
  }
}

function faultText({ column = '', found, expected, remedy }: Finding): string {
  const cell = found === '' ? 'empty' : `"${found}"`;
  return `${column}: ${cell}, expected ${expected}. ${remedy}`;
}
