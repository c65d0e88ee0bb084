import { piecesOf, type RichText } from '../../domain/messages/rich-text.ts';

/**
 * Renders a text with parts that customers or TPPs wrote. These parts are wrapped in `<bdi>`, so
 * that right-to-left characters in them cannot reorder the text around them.
 */
export function UserText({ text }: { readonly text: RichText }) {
  return (
    <>
      {piecesOf(text).map((piece) =>
        typeof piece === 'string' ? piece : <bdi>{piece.userText}</bdi>,
      )}
    </>
  );
}
