import type { Words } from '../../domain/messages/rich-text.ts';
import type { Gist as ReadGist } from '../../use-cases/index.ts';
import { destinationLines } from '../../families/common/review.ts';
import { accountsInWords } from '../journey/pages/review.tsx';
import { Row } from './row.tsx';
import { Said } from './user-text.tsx';

interface GistProperties {
  /** Who asks for it. */
  readonly provider: Words;
  readonly read: Pick<ReadGist, 'review' | 'accounts'>;
}

/** How much goes to whom, and from where: exactly what a factor is for stands above its field. */
export function Gist({ provider, read: { review, accounts } }: GistProperties) {
  return (
    <>
      <p class="headline">
        <Said words={review.headline} />
      </p>
      <dl>
        <Row label="Asked for by" value={provider} />
        {destinationLines(review).map((line) => (
          <Row {...line} />
        ))}
        <Row label="From account" value={accountsInWords(accounts)} />
      </dl>
    </>
  );
}
