import { isCode } from '../auth/sign-in/one-time-codes.ts';
import { Field } from './pages/sign-in.tsx';
import type { ProblemName } from './problems.ts';

/** The code that a form holds; undefined where it holds none. */
export function codeIn(fields: URLSearchParams): string | undefined {
  // People write codes with a space in the middle, as their authenticator shows them.
  const code = (fields.get('code') ?? '').replaceAll(/\s/g, '');
  return isCode(code) ? code : undefined;
}

/** The field for a one-time code. */
export function CodeField({
  scene,
}: {
  readonly scene: { readonly problem?: ProblemName | undefined };
}) {
  return (
    <Field
      scene={{ problem: scene.problem }}
      name="code"
      label="One-time code"
      hint="6 digits"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
    />
  );
}
