import type { ApprovalSummary as ReadApprovalSummary } from '../../../use-cases/index.ts';
import { ApproveFields, approveTitle } from '../../components/factor.tsx';
import { ApprovalSummary } from '../../components/approval-summary.tsx';
import { Layout } from '../../components/layout.tsx';
import { addressOf, Form, type PageContext } from '../../page-context.tsx';

interface FactorProperties {
  readonly pageContext: PageContext;
  readonly summary: ReadApprovalSummary;
  /** WebAuthn request options as JSON. Undefined if the user has no passkey. */
  readonly passkeyOptions: string | undefined;
}

/** Page for the second factor. It shows amount and payee above the field (SCA-RTS, article 5). */
export function FactorPage({ pageContext, summary, passkeyOptions }: FactorProperties) {
  const { bankName, problem, tpp, uid } = pageContext;
  return (
    <Layout bankName={bankName} title={approveTitle(passkeyOptions)} step={4} problem={problem}>
      <ApprovalSummary provider={tpp.name} read={summary} />
      <p>
        Approve only if this is what you want. Your authenticator app shows the code. Each code
        works only once.
      </p>
      <Form pageContext={pageContext} step="approve">
        <input type="hidden" name="linked" value={summary.dynamicLinkingHash} />
        <ApproveFields
          pageContext={pageContext}
          passkeyOptions={passkeyOptions}
          back={addressOf(uid)}
        />
      </Form>
    </Layout>
  );
}
