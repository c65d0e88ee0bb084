import type { ApprovalSummary as ReadApprovalSummary } from '../../../use-cases/index.ts';
import { Approving, titleFor } from '../../components/factor.tsx';
import { ApprovalSummary } from '../../components/approval-summary.tsx';
import { Layout } from '../../components/layout.tsx';
import { addressOf, Form, type PageContext } from '../../page-context.tsx';

interface FactorProperties {
  readonly pageContext: PageContext;
  readonly summary: ReadApprovalSummary;
  /** WebAuthn request options as JSON. Undefined if the user has no passkey. */
  readonly asked: string | undefined;
}

/** Page for the second factor. Shows amount and payee above the field (SCA-RTS, article 5). */
export function FactorPage({ pageContext, summary, asked }: FactorProperties) {
  const { bankName, problem, tpp, uid } = pageContext;
  return (
    <Layout bankName={bankName} title={titleFor(asked)} step={4} problem={problem}>
      <ApprovalSummary provider={tpp.name} read={summary} />
      <p>
        Approve only if this is what you want. Your authenticator app shows the code, which is good
        for this alone; one that you used before is not taken again.
      </p>
      <Form pageContext={pageContext} step="approve">
        <input type="hidden" name="linked" value={summary.dynamicLinkingHash} />
        <Approving pageContext={pageContext} asked={asked} back={addressOf(uid)} />
      </Form>
    </Layout>
  );
}
