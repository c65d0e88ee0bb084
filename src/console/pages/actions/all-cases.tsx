import { formatCount } from '../../../domain/messages/format.ts';
import { PROPOSER_ROLES } from '../../../domain/records/action-proposals.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import { Entry } from '../../../web/components/section.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { FactsButton } from './actions.tsx';

interface AllCasesProperties {
  readonly request: OperatorRequest;
  readonly paymentId: string;
  /** Number of the open cases of the payment. */
  readonly count: number;
}

/** The buttons that lead to one decision about all open cases of a payment, if it has several. */
export function AllCases({ request, paymentId, count }: AllCasesProperties) {
  if (count < 2 || !hasRole(request.operator, PROPOSER_ROLES.releaseCases)) return null;
  const shared = { request, subject: paymentId };
  return (
    <Entry id="all-cases" title="All held parts of the payment">
      <p>
        {`The payment has ${formatCount(count, 'open case')}. Propose one decision about all of ` +
          'them, or decide each one on the page Decisions.'}
      </p>
      <FactsButton {...shared} action="releaseCases" button="Release all held parts" />
      <FactsButton {...shared} action="rejectCases" button="Reject all held parts" />
    </Entry>
  );
}
