import type { RichText } from '../../domain/messages/rich-text.ts';
import type { ReviewLine } from '../../families/common/review.ts';
import { UserText } from './user-text.tsx';

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
