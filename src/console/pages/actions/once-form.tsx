import type { Child } from 'hono/jsx';
import { hasRole } from '../../../domain/records/operators.ts';
import type { OperatorRequest } from '../../console-context.ts';
import { ConsoleForm, OnceField, ReasonField } from '../../page.tsx';

interface OnceFormProperties {
  readonly request: OperatorRequest;
  readonly action: string;
  /** Id of the reason field. It is unique on the page. */
  readonly id: string;
  readonly button: string;
  readonly children?: Child;
}

/** A form of one operator with a reason, which can be used once. */
export function OnceForm({ request, action, id, button, children }: OnceFormProperties) {
  if (!hasRole(request.operator, 'operate')) return null;
  return (
    <ConsoleForm request={request} action={action}>
      <OnceField />
      {children}
      <ReasonField id={id} />
      <p class="actions">
        <button>{button}</button>
      </p>
    </ConsoleForm>
  );
}
