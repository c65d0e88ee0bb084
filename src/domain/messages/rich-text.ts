import { reveal } from '../../shared/unsafe-unicode.ts';

/**
 * Text of the bank that contains user text, for example names, references or addresses. Pages
 * isolate the user text, so that right-to-left names do not reorder the text around them
 * (docs/decisions, 52).
 */
export interface RichTextPieces {
  readonly pieces: readonly (string | { readonly userText: string })[];
}

/** Text for a customer, with or without user text. */
export type RichText = string | RichTextPieces;

/** Returns user text as rich text. Invisible and misleading characters are made visible. */
export function userText(text: string): RichTextPieces {
  return { pieces: [{ userText: reveal(text) }] };
}

/**
 * Template tag for rich text. The template is the bank's text. A string value is the bank's text
 * too.
 */
export function richText(
  strings: TemplateStringsArray,
  ...values: readonly RichText[]
): RichTextPieces {
  const pieces = strings.flatMap((text, index) => [text, ...piecesOf(values[index] ?? '')]);
  return { pieces: pieces.filter((piece) => piece !== '') };
}

/** Returns the pieces of a rich text. */
export function piecesOf(text: RichText): RichTextPieces['pieces'] {
  return typeof text === 'string' ? [text] : text.pieces;
}
