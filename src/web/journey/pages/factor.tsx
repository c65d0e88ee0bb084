import type { Gist as ReadGist } from '../../../use-cases/index.ts';
import { Approving, titleFor } from '../../components/factor.tsx';
import { Gist } from '../../components/approval-summary.tsx';
import { Layout } from '../../components/layout.tsx';
import { addressOf, Form, type Scene } from '../../page-context.tsx';

interface FactorProperties {
  readonly scene: Scene;
  readonly gist: ReadGist;
  /** What a passkey is asked for; undefined where the user has none. */
  readonly asked: string | undefined;
}

/** The second factor, with amount and payee beside the field (SCA-RTS, article 5). */
export function FactorPage({ scene, gist, asked }: FactorProperties) {
  const { bankName, problem, tpp, uid } = scene;
  return (
    <Layout bankName={bankName} title={titleFor(asked)} step={4} problem={problem}>
      <Gist provider={tpp.name} read={gist} />
      <p>
        Approve only if this is what you want. Your authenticator app shows the code, which is good
        for this alone; one that you used before is not taken again.
      </p>
      <Form scene={scene} step="approve">
        <input type="hidden" name="linked" value={gist.linkedTo} />
        <Approving scene={scene} asked={asked} back={addressOf(uid)} />
      </Form>
    </Layout>
  );
}
