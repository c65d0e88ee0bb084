import { piecesOf, type RichText } from '../../domain/messages/rich-text.ts';
import type { ReviewLine } from '../../families/common/review.ts';

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

/** The text that summarises a page, for example the amount and the payee. */
export function Headline({ text }: { readonly text: RichText }) {
  return (
    <p class="headline">
      <UserText text={text} />
    </p>
  );
}

/** Name of the requesting TPP, in bold. */
export function TppName({ name }: { readonly name: RichText }) {
  return (
    <strong>
      <UserText text={name} />
    </strong>
  );
}

/** A row of a description list: a label and one or more values. */
export function Row({ label, value }: ReviewLine) {
  const values: readonly RichText[] = Array.isArray(value) ? value : [value];
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>
        {values.map((text) => (
          <p>
            <UserText text={text} />
          </p>
        ))}
      </dd>
    </div>
  );
}
