import { reveal } from '../../shared/unsafe-unicode.ts';

/**
 * The bank's own words with what others wrote among them: names, references, addresses. Whoever
 * shows them keeps the two apart, so that the direction of a name never turns the words and figures
 * beside it (docs/decisions, 52).
 */
export interface RichTextPieces {
  readonly pieces: readonly (string | { readonly userText: string })[];
}

/** What a customer reads: the bank's words alone, or with others' among them. */
export type RichText = string | RichTextPieces;

/** What somebody else wrote, as words of its own. What it may hide since before now is shown. */
export function userText(text: string): RichTextPieces {
  return { pieces: [{ userText: reveal(text) }] };
}

/** Tag of a template: the bank's words, and in the places within them the bank's or others'. */
export function richText(
  own: TemplateStringsArray,
  ...within: readonly RichText[]
): RichTextPieces {
  const pieces = own.flatMap((text, place) => [text, ...piecesOf(within[place] ?? '')]);
  return { pieces: pieces.filter((piece) => piece !== '') };
}

/** What words are made of. */
export function piecesOf(text: RichText): RichTextPieces['pieces'] {
  return typeof text === 'string' ? [text] : text.pieces;
}
