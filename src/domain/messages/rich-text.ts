import { reveal } from '../../shared/unsafe-unicode.ts';

/**
 * Text by the bank that contains text by a user, for example a name, a reference or an address.
 * Pages isolate the user's text, because a right-to-left name would otherwise reorder the text
 * around it (docs/decisions, 52).
 */
export interface RichTextPieces {
  readonly pieces: readonly (string | { readonly userText: string })[];
}

/** Text for a customer. It may contain text that a user wrote. */
export type RichText = string | RichTextPieces;

/** Marks text that a user wrote, and makes its invisible and misleading characters visible. */
export function userText(text: string): RichTextPieces {
  return { pieces: [{ userText: reveal(text) }] };
}

/**
 * Template tag that creates rich text. The template and its plain string values are the bank's
 * text.
 */
export function richText(
  strings: TemplateStringsArray,
  ...values: readonly RichText[]
): RichTextPieces {
  const pieces = strings.flatMap((text, index) => [text, ...piecesOf(values[index] ?? '')]);
  return { pieces: pieces.filter((piece) => piece !== '') };
}

/** Returns a rich text without marks, for other programs. */
export function plainText(text: RichText): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.userText))
    .join('');
}

/** Returns the pieces of a rich text. */
export function piecesOf(text: RichText): RichTextPieces['pieces'] {
  return typeof text === 'string' ? [text] : text.pieces;
}
