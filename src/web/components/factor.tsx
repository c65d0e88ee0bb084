import { isCode } from '../../auth/sign-in/one-time-codes.ts';
import type { EnteredFactorForm } from '../../auth/sign-in/sign-in.ts';
import { Field } from '../journey/pages/sign-in.tsx';
import { RequestPasskey } from './passkey.tsx';
import type { ProblemName } from '../problems.ts';

/** The factor that a form holds; undefined where it holds none. */
export function factorIn(fields: URLSearchParams): EnteredFactorForm | undefined {
  const assertion = fields.get('passkey') ?? '';
  if (assertion !== '') return { factor: 'passkey', assertion };
  const code = codeIn(fields);
  return code === undefined ? undefined : { factor: 'code', code };
}

/** What is told of a factor that was not taken. */
export function problemWith({ factor }: EnteredFactorForm, found: 'wrong' | 'busy'): ProblemName {
  if (found === 'busy') return 'busy';
  return factor === 'code' ? 'factor' : 'passkey';
}

/** The code that a form holds; undefined where it holds none. */
export function codeIn(fields: URLSearchParams): string | undefined {
  // People write codes with a space in the middle, as their authenticator shows them.
  const code = (fields.get('code') ?? '').replaceAll(/\s/g, '');
  return isCode(code) ? code : undefined;
}

/** The field for a one-time code. */
export function CodeField({
  pageContext,
  hint = '6 digits',
}: {
  readonly pageContext: { readonly problem?: ProblemName | undefined };
  readonly hint?: string;
}) {
  return (
    <Field
      pageContext={{ problem: pageContext.problem }}
      name="code"
      label="One-time code"
      hint={hint}
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
    />
  );
}

/** What a page is called that asks for a factor: it is read without script too. */
export function titleFor(asked: string | undefined): string {
  return asked === undefined ? 'Approve with a code' : 'Approve this';
}

/** Where a passkey is offered: only that is bound to the payment (docs/decisions, 95). */
const INSTEAD_OF_PASSKEY =
  '6 digits. Use a code only if you cannot use your passkey here: the passkey signs this very payment.';

interface ApprovingProperties {
  readonly pageContext: { readonly problem?: ProblemName | undefined };
  /** What a passkey is asked for; undefined where the user has none. */
  readonly asked: string | undefined;
  /** Where it can be gone back to. */
  readonly back: string;
}

/** What a form asks for that approves what stands above it: a passkey, or a code. */
export function Approving({ pageContext, asked, back }: ApprovingProperties) {
  return (
    <>
      {asked === undefined ? null : (
        <RequestPasskey
          ceremony="get"
          options={asked}
          button="Approve with a passkey"
          failed="No passkey was used, and nothing approved. Try again, or enter a code."
        />
      )}
      {asked === undefined ? (
        <CodeField pageContext={pageContext} />
      ) : (
        <CodeField pageContext={pageContext} hint={INSTEAD_OF_PASSKEY} />
      )}
      <p class="actions">
        <button>Approve</button>
        <a class="button other" href={back}>
          Go back
        </a>
      </p>
    </>
  );
}
