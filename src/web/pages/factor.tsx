import type { Gist } from '../../engine/index.ts';
import { payeesAccountLines } from '../../families/common/review.ts';
import { Approving, titleFor } from '../factor.tsx';
import { Layout } from '../layout.tsx';
import { Row } from '../row.tsx';
import { Said } from '../said.tsx';
import { addressOf, Form, type Scene } from '../scene.tsx';
import { accountsInWords } from './review.tsx';

interface FactorProperties {
  readonly scene: Scene;
  readonly gist: Gist;
  /** What a passkey is asked for; undefined where the user has none. */
  readonly asked: string | undefined;
}

/** The second factor, with amount and payee beside the field (SCA-RTS, article 5). */
export function FactorPage({ scene, gist, asked }: FactorProperties) {
  const { bankName, problem, tpp, uid } = scene;
  const { review, accounts, linkedTo } = gist;
  return (
    <Layout bankName={bankName} title={titleFor(asked)} step={4} problem={problem}>
      <p class="headline">
        <Said words={review.headline} />
      </p>
      <dl>
        <Row label="Asked for by" value={tpp.name} />
        {payeesAccountLines(review).map((line) => (
          <Row {...line} />
        ))}
        <Row label="From account" value={accountsInWords(accounts)} />
      </dl>
      <p>
        Approve only if this is what you want. Your authenticator app shows the code, which is good
        for this alone; one that you used before is not taken again.
      </p>
      <Form scene={scene} step="approve">
        <input type="hidden" name="linked" value={linkedTo} />
        <Approving scene={scene} asked={asked} back={addressOf(uid)} />
      </Form>
    </Layout>
  );
}
