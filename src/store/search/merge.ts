import { EntryCursor, type EntryBlock, type SegmentReader } from './segment-reader.ts';
import type { SegmentWriter } from './segment-writer.ts';

/** The entries of a section of a segment, in order. */
interface Input {
  readonly cursor: EntryCursor;
  readonly blocks: AsyncGenerator<EntryBlock>;
  /** Number of sources in the segments before it, which is added to the numbers of its own. */
  readonly offset: number;
}

/**
 * Merges segments in their order. Each segment has one range of blocks in memory, so the memory
 * does not depend on the size of the segments. Throws StoredFileDamaged.
 */
export async function mergeSegments(
  segments: readonly SegmentReader[],
  writer: SegmentWriter,
): Promise<void> {
  for (const section of ['fields', 'words'] as const) {
    let offset = 0;
    const inputs: Input[] = [];
    for (const segment of segments) {
      const blocks = segment.entryBlocks(section);
      inputs.push({ cursor: new EntryCursor(), blocks, offset });
      offset += segment.sources;
    }
    await mergeEntries(inputs, (key, source) => {
      writer.add(section, key, source);
    });
  }
  for (const segment of segments) {
    for await (const source of segment.allSources()) writer.addSource(source);
  }
}

/** Passes the entries of all inputs to `add` in the order of key and source. */
async function mergeEntries(
  inputs: readonly Input[],
  add: (key: number, source: number) => void,
): Promise<void> {
  const open: Input[] = [];
  for (const input of inputs) if (await advance(input)) open.push(input);
  for (let [first] = open; first !== undefined; [first] = open) {
    // Inputs are in the order of their sources, so the first one with the smallest key is next.
    for (const input of open) if (input.cursor.key < first.cursor.key) first = input;
    const { cursor, offset } = first;
    const { key } = cursor;
    let isInBlock = true;
    for (; isInBlock && cursor.key === key; isInBlock = cursor.next()) {
      add(key, cursor.source + offset);
    }
    if (!isInBlock && !(await advance(first))) open.splice(open.indexOf(first), 1);
  }
}

/** Reads the first entry of the next block. Returns false at the end of the section. */
async function advance({ cursor, blocks }: Input): Promise<boolean> {
  const next = await blocks.next();
  if (next.done === true) return false;
  cursor.begin(next.value);
  return cursor.next();
}
