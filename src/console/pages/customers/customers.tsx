import { formatCount } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { Customer } from '../../../domain/records/customer-report.ts';
import { TextField } from '../../../web/components/fields.tsx';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Section } from '../../../web/components/section.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import { actOf, type OperatorRequest } from '../../console-context.ts';
import { ConsoleForm, ConsolePage } from '../../page.tsx';
import { customerPath, CUSTOMERS_PATH } from '../../paths.ts';
import type { Fields } from '../../../web/forms.ts';

/** Renders the form that searches customers. */
export function showCustomers(request: OperatorRequest): Promise<PageBody> {
  return Promise.resolve(<CustomersPage request={request} found={null} />);
}

/** Renders customers that have an id, a user or an account. Each is recorded as viewed. */
export async function searchCustomers(request: OperatorRequest, fields: Fields): Promise<PageBody> {
  const text = fields.get('customer') ?? '';
  const found = await request.parts.useCases.findCustomers(text, actOf(request));
  return <CustomersPage request={request} found={found} />;
}

const SEARCH_HINT =
  'The whole id of a customer or of a user, or the sort code and number of an account. Each view ' +
  'of a customer is recorded in the audit log.';

interface CustomersProperties {
  readonly request: OperatorRequest;
  /** Null before the search. */
  readonly found: readonly Customer[] | null;
}

function CustomersPage({ request, found }: CustomersProperties) {
  return (
    <ConsolePage request={request} title="Customers">
      <ConsoleForm request={request} action={CUSTOMERS_PATH} button="Find customers">
        <TextField id="customer" label="Whom to find" hint={SEARCH_HINT} maxlength={128} required />
      </ConsoleForm>
      {found === null ? null : <Found found={found} />}
    </ConsolePage>
  );
}

function Found({ found }: { readonly found: readonly Customer[] }) {
  return (
    <Section id="found" title={`${formatCount(found.length, 'customer')} found`}>
      {found.length === 0 ? <p>Enter whole ids and account numbers.</p> : null}
      <ul class="entries">
        {found.map(({ id, name, segment }) => (
          <li>
            <a href={customerPath(id)}>
              <UserText text={userText(name)} />
            </a>
            <span class="hint">{`${id}, ${segment}`}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
