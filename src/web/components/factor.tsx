import type { BankSignIn } from '../../auth/identity-provider/bank-sign-in.ts';
import { isCode } from '../../auth/sign-in/one-time-codes.ts';
import type { EnteredFactorForm } from '../../auth/sign-in/sign-in.ts';
import { Field } from '../journey/pages/sign-in.tsx';
import { ApproveInApp } from './bank-app.tsx';
import { RequestPasskey } from './passkey.tsx';
import type { ProblemName } from '../problems.ts';

/**
 * Returns the second factor in a submitted form, which is a passkey or a code. Undefined if the
 * form contains neither.
 */
export function factorIn(fields: URLSearchParams): EnteredFactorForm | undefined {
  const assertion = fields.get('passkey') ?? '';
  if (assertion !== '') return { factor: 'passkey', assertion };
  const code = codeIn(fields);
  return code === undefined ? undefined : { factor: 'code', code };
}

/** Returns the problem to show if a second factor was not accepted. */
export function factorProblem({ factor }: EnteredFactorForm, found: 'wrong' | 'busy'): ProblemName {
  if (found === 'busy') return 'busy';
  return factor === 'code' ? 'factor' : 'passkey';
}

/**
 * Returns the one-time code in a submitted form. Undefined if there is none, or if it does not have
 * 6 digits.
 */
export function codeIn(fields: URLSearchParams): string | undefined {
  // Authenticator apps display codes with a space in the middle, and users copy the space.
  const code = (fields.get('code') ?? '').replaceAll(/\s/g, '');
  return isCode(code) ? code : undefined;
}

/** Input field for a one-time code. */
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

/** The ways in which a user can approve. */
export interface ApprovingWith {
  /** WebAuthn request options as JSON. Undefined if the user has no passkey. */
  readonly passkeyOptions: string | undefined;
  /** The bank's OpenID Provider, at which customers approve. They enter nothing here. */
  readonly atBank: Pick<BankSignIn, 'hasApp'> | undefined;
}

/**
 * Returns the title of a page that asks for a second factor. The title must also be right without
 * scripts, when the page only shows the field for a code.
 */
export function approveTitle({ passkeyOptions, atBank }: ApprovingWith): string {
  return passkeyOptions === undefined && atBank === undefined
    ? 'Approve with a code'
    : 'Approve this';
}

/** Text on a page from which the customer goes to the bank's OpenID Provider. */
export const CONFIRM_AT_BANK =
  'Next, your bank asks you to confirm exactly this. If it shows anything else, do not confirm it.';

/**
 * Text at the code field next to a passkey. A code does not sign the payment (docs/decisions, 95).
 */
const INSTEAD_OF_PASSKEY =
  '6 digits. Use a code only if you cannot use your passkey here. Unlike a code, the passkey signs ' +
  'this payment.';

interface ApprovingProperties extends ApprovingWith {
  readonly pageContext: { readonly problem?: ProblemName | undefined };
  /** Path to which the "Go back" link leads. */
  readonly back: string;
}

/** The fields and buttons with which a user approves by passkey or by code. */
export function ApproveFields({ pageContext, passkeyOptions, atBank, back }: ApprovingProperties) {
  return (
    <>
      {passkeyOptions === undefined ? null : (
        <RequestPasskey
          ceremony="get"
          options={passkeyOptions}
          button="Approve with a passkey"
          failed="No passkey was used, and nothing was approved. Try again, or enter a code."
        />
      )}
      {atBank !== undefined ? null : (
        <CodeField
          pageContext={pageContext}
          {...(passkeyOptions !== undefined && { hint: INSTEAD_OF_PASSKEY })}
        />
      )}
      <p class="actions">
        <button>Approve</button>
        {atBank?.hasApp === true ? <ApproveInApp /> : null}
        <a class="button other" href={back}>
          Go back
        </a>
      </p>
    </>
  );
}
