import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Payment } from '../rows/model.ts';

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

/** Number of characters that are written together. */
const BUFFER = 256 * 1024;

/** Writes the rows of a file, in the order of the payments. */
export async function rowWriter(path: string) {
  const file = await open(path, 'w', 0o600);
  let pending = '';
  const flush = async (): Promise<void> => {
    await file.writeFile(pending);
    pending = '';
  };
  return {
    add: async ({ line, instructionId, endToEndId, pence, creditor, reference }: Payment) => {
      const row: SentRow = {
        ...{ line, instructionId, endToEndId, name: creditor.name, pence },
        ...(reference === undefined ? {} : { reference }),
      };
      pending += `${JSON.stringify(row)}\n`;
      if (pending.length >= BUFFER) await flush();
    },
    end: async (): Promise<void> => {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}

/** Reads the rows of a file that was sent, in the order of the payments. */
export async function* readRows(path: string): AsyncGenerator<SentRow, void> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    yield JSON.parse(line) as SentRow;
  }
}
