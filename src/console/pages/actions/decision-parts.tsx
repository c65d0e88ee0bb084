import type { Child } from 'hono/jsx';
import { hasRole, type OperatorRole } from '../../../domain/records/operators.ts';
import { isSameOperator } from '../../../domain/schemes/proposals.ts';
import type { OperatorRequest } from '../../console-context.ts';
import { messageOf } from '../../done.ts';
import { ConsoleForm } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';

/** The message that shows the result of the submitted form. */
export function Done({ request }: { readonly request: OperatorRequest }) {
  const { req } = request.context;
  const message = messageOf(req.query('done'), req.query('action'));
  return message === undefined ? null : <p class="headline">{message}</p>;
}

/** A row with a link to a payment. */
export function PaymentRow({ id }: { readonly id: string }) {
  return (
    <div class="row">
      <dt>Payment</dt>
      <dd>
        <a href={paymentPath(id)}>{id}</a>
      </dd>
    </div>
  );
}

interface ProposalFormsProperties {
  readonly request: OperatorRequest;
  readonly role: OperatorRole;
  readonly proposedBy: string;
  /** The proposal, as the buttons name it. */
  readonly name: string;
  readonly confirmPath: string;
  readonly withdrawPath: string;
  /** True if it cannot be confirmed at the moment. */
  readonly isBlocked?: boolean;
  /** Hidden fields of both forms. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Fields of the confirmation only. */
  readonly children?: Child;
}

/** The forms that confirm and withdraw a proposal, for operators who may. */
export function ProposalForms(properties: ProposalFormsProperties) {
  const { request, role, proposedBy, name, confirmPath, withdrawPath, hidden } = properties;
  if (!hasRole(request.operator, role)) {
    return <p class="quiet">{`Only operators with the role ${role} confirm or withdraw this.`}</p>;
  }
  const isOwn = isSameOperator(proposedBy, request.operator.id);
  return (
    <>
      {isOwn ? <p class="quiet">You proposed this. Another operator must confirm it.</p> : null}
      {isOwn || properties.isBlocked === true ? null : (
        <ConsoleForm
          request={request}
          action={confirmPath}
          hidden={hidden}
          button={`Confirm ${name}`}
        >
          {properties.children}
        </ConsoleForm>
      )}
      <ConsoleForm
        request={request}
        action={withdrawPath}
        hidden={hidden}
        button={`Withdraw ${name}`}
        isOther
      />
    </>
  );
}
