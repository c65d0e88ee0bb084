import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoredFile } from '../domain/ports/files.ts';
import type { NewSearchSource, WrittenSegment } from '../domain/ports/search-index.ts';
import type { ReaderOf } from '../pipeline/types.ts';
import { visitTexts } from '../pipeline/search-index.ts';
import { readFully } from '../store/files/checksums.ts';
import { temporaryPath } from '../store/files/content.ts';
import type { ReadRange } from '../store/files/ranges.ts';
import { openRegularFile } from '../store/files/source.ts';
import type { StoredFiles } from '../store/files/stored-files.ts';
import { mergeSegments as mergeInto } from '../store/search/merge.ts';
import { SegmentBuilder } from '../store/search/segment-builder.ts';
import { SegmentReader } from '../store/search/segment-reader.ts';
import { SegmentWriter } from '../store/search/segment-writer.ts';

/** The stored files, as the jobs of the search index use them. */
export interface SearchFiles {
  readonly storedFiles: StoredFiles;
  readonly readRange: ReadRange;
  readonly readerOf: ReaderOf;
  readonly filesDirectory: string;
  /** Maximum number of entries in memory. Tests use a smaller one. */
  readonly maxEntries?: number;
}

/** A segment in a temporary file. */
interface TemporarySegment extends WrittenSegment {
  readonly temporary: string;
}

/**
 * Reads the texts of sources, and writes and stores their segment. If the texts do not fit into
 * memory, the segment is written in several parts, which are then merged.
 */
export async function writeSegment(
  sources: readonly NewSearchSource[],
  files: SearchFiles,
): Promise<WrittenSegment> {
  const { storedFiles, readerOf, filesDirectory } = files;
  const builder = new SegmentBuilder(files.maxEntries);
  const parts: TemporarySegment[] = [];
  const writePart = (): void => {
    const { writer, temporary } = openTemporary(filesDirectory);
    try {
      builder.moveTo(writer);
      parts.push({ temporary, ...writer.finish() });
    } finally {
      writer.close();
    }
  };
  try {
    for (const source of sources) {
      if (builder.isFull) writePart();
      builder.begin(source);
      builder.add(source.texts);
      if (source.kind !== 'file') continue;
      await storedFiles.withFiles([source.facts], (verified) => {
        visitTexts(source.facts, { verified, readerOf }, (texts) => {
          builder.add(texts);
          if (!builder.isFull) return;
          writePart();
          builder.begin(source);
        });
      });
    }
    writePart();
    const [only, next] = parts;
    if (only !== undefined && next === undefined) return await store(only, storedFiles);
    return await merge(parts, temporaryRanges(parts, filesDirectory), files);
  } finally {
    for (const part of parts) removeTemporary(part, filesDirectory);
  }
}

/** Merges stored segments in their order, and stores the result. */
export function mergeSegments(
  segments: readonly StoredFile[],
  files: SearchFiles,
): Promise<WrittenSegment> {
  return merge(segments, files.readRange, files);
}

async function merge(
  segments: readonly StoredFile[],
  read: ReadRange,
  { storedFiles, filesDirectory }: SearchFiles,
): Promise<WrittenSegment> {
  const readers: SegmentReader[] = [];
  for (const segment of segments) readers.push(await SegmentReader.open(segment, read));
  const { writer, temporary } = openTemporary(filesDirectory);
  try {
    await mergeInto(readers, writer);
    return await store({ temporary, ...writer.finish() }, storedFiles);
  } finally {
    writer.close();
    removeTemporary({ temporary }, filesDirectory);
  }
}

function openTemporary(filesDirectory: string) {
  const temporary = randomUUID();
  const path = temporaryPath(filesDirectory, temporary);
  mkdirSync(dirname(path), { recursive: true });
  return { temporary, writer: new SegmentWriter(path) };
}

function removeTemporary(
  { temporary }: Pick<TemporarySegment, 'temporary'>,
  filesDirectory: string,
): void {
  rmSync(temporaryPath(filesDirectory, temporary), { force: true });
}

async function store(
  { temporary, ...written }: TemporarySegment,
  storedFiles: StoredFiles,
): Promise<WrittenSegment> {
  const { sha256, bytes } = written;
  await storedFiles.store({ kind: 'disk', temporary, bytes }, sha256);
  return written;
}

/** Returns the function that reads ranges of segments in temporary files. */
function temporaryRanges(segments: readonly TemporarySegment[], filesDirectory: string): ReadRange {
  const names = new Map(segments.map(({ sha256, temporary }) => [sha256, temporary]));
  return ({ sha256 }, position, bytes) => {
    const descriptor = openRegularFile(temporaryPath(filesDirectory, names.get(sha256) ?? ''));
    try {
      const range = Buffer.allocUnsafe(bytes);
      return Promise.resolve(range.subarray(0, readFully(descriptor, range, position)));
    } finally {
      closeSync(descriptor);
    }
  };
}
