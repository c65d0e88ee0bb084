import { piecesOf, type RichText } from '../../domain/messages/rich-text.ts';

/** Words, in which what others wrote is kept apart: its direction ends where it ends. */
export function UserText({ text }: { readonly text: RichText }) {
  return (
    <>
      {piecesOf(text).map((piece) =>
        typeof piece === 'string' ? piece : <bdi>{piece.userText}</bdi>,
      )}
    </>
  );
}
