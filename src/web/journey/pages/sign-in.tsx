import { MAX_PASSKEY_NAME } from '../../../domain/ports/sign-in-store.ts';
import { TextField } from '../../components/fields.tsx';
import { Layout } from '../../components/layout.tsx';
import { TppName } from '../../components/user-text.tsx';
import { PROBLEMS } from '../../problems.ts';
import { Question, type PageContext } from '../../page-context.tsx';
import { IDLE_MINUTES, SESSION_MINUTES } from '../../session.ts';

interface FieldProperties {
  readonly pageContext: Pick<PageContext, 'problem'>;
  readonly name: 'user' | 'password' | 'code' | 'name';
  readonly label: string;
  readonly hint?: string;
  readonly type: 'text' | 'password';
  readonly autocomplete: 'username' | 'current-password' | 'one-time-code' | 'off';
  readonly inputmode?: 'numeric';
}

/** Maximum length of each field. A one-time code has 6 digits, but users may type spaces. */
const MAX_LENGTHS = { user: 64, password: 128, code: 8, name: MAX_PASSKEY_NAME } as const;

/**
 * An input field with a label and a hint. If the input was wrong, it also shows an error message.
 */
export function Field({ pageContext, name, label, hint, ...input }: FieldProperties) {
  const problem = pageContext.problem === undefined ? undefined : PROBLEMS[pageContext.problem];
  const isWrong = problem?.field === name;
  return (
    <TextField
      id={name}
      label={label}
      hint={hint}
      wrong={isWrong ? (problem.atField ?? problem.message) : undefined}
      required
      maxlength={MAX_LENGTHS[name]}
      autocapitalize="none"
      spellcheck={false}
      {...input}
    />
  );
}

/** Fields for the user name and the password. */
export function FirstFactor({ pageContext }: Pick<FieldProperties, 'pageContext'>) {
  return (
    <>
      <Field
        pageContext={pageContext}
        name="user"
        label="User name"
        type="text"
        autocomplete="username"
      />
      <Field
        pageContext={pageContext}
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
      />
    </>
  );
}

/** First page of an interaction. The customer signs in with a password, or at the bank. */
export function SignInPage({
  pageContext,
  atBank,
}: {
  readonly pageContext: PageContext;
  /** True if customers sign in at the bank's OpenID Provider. */
  readonly atBank: boolean;
}) {
  const { bankName, problem, tpp } = pageContext;
  return (
    <Layout bankName={bankName} title="Sign in" step={1} problem={problem}>
      <p>
        <TppName name={tpp.name} /> asks for your approval. Sign in to see the details. Nothing
        happens until you approve.
        {atBank
          ? ` You sign in and approve as usual at ${bankName}.`
          : ' To approve, you need the authenticator app that shows your codes, or a passkey.'}
        {` You have ${String(SESSION_MINUTES)} minutes in total. You are signed out after `}
        {`${String(IDLE_MINUTES)} minutes without activity.`}
      </p>
      <Question pageContext={pageContext} step="password">
        {atBank ? null : <FirstFactor pageContext={pageContext} />}
      </Question>
    </Layout>
  );
}
