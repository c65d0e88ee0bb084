import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MessageToHub } from '../../../src/domain/ports/hub.ts';
import type { Instrument } from '../../../src/domain/schemes/schemes.ts';

/** Returns a message with this content, in one or more pieces. */
export function messageOf(
  id: string,
  content: string | Buffer | readonly Buffer[],
  instrument: Instrument = 'FPS',
): MessageToHub {
  const pieces =
    typeof content === 'string'
      ? [Buffer.from(content)]
      : Buffer.isBuffer(content)
        ? [content]
        : content;
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return {
    ...{ id, instrument, sha256: hash.digest('hex') },
    bytes: pieces.reduce((sum, { length }) => sum + length, 0),
    pieces: Readable.from(pieces),
  };
}
