import { piecesOf, type Words } from '../../domain/messages/rich-text.ts';

/** Words, in which what others wrote is kept apart: its direction ends where it ends. */
export function Said({ words }: { readonly words: Words }) {
  return (
    <>
      {piecesOf(words).map((piece) =>
        typeof piece === 'string' ? piece : <bdi>{piece.theirs}</bdi>,
      )}
    </>
  );
}
