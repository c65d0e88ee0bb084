/** Minimum length of a piece of a message, in characters. Only the last piece may be shorter. */
const PIECE_CHARACTERS = 64 * 1024;

/** Joins the parts of a message into pieces of about 64 KiB. */
export function* inPieces(parts: Iterable<string>): Generator<string, void> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
