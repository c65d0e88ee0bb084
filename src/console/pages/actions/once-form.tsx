import { randomUUID } from 'node:crypto';
import { hasRole } from '../../../domain/records/operators.ts';
import type { PostFormProperties } from '../../../web/components/fields.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { ConsoleForm, ReasonField } from '../../page.tsx';

interface OnceFormProperties extends PostFormProperties {
  readonly request: Pick<OperatorRequest, 'operator' | 'pageContext'>;
  /** Id of the reason field. It is unique on the page. */
  readonly id: string;
}

/** A form for an action of one operator, with a reason. It can be submitted once. */
export function OnceForm({ id, hidden, ...form }: OnceFormProperties) {
  if (!hasRole(form.request.operator, 'operate')) return null;
  return (
    <ConsoleForm {...form} hidden={{ once: randomUUID(), ...hidden }}>
      <ReasonField id={id} />
    </ConsoleForm>
  );
}
