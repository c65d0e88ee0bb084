import { MAX_PASSKEY_NAME } from '../../../domain/ports/passkey-store.ts';
import { Layout } from '../../components/layout.tsx';
import { PROBLEMS } from '../../problems.ts';
import { Question, TppName, type Scene } from '../../page-context.tsx';
import { IDLE_MINUTES, SESSION_MINUTES } from '../../session.ts';

interface FieldProperties {
  readonly scene: Pick<Scene, 'problem'>;
  readonly name: 'user' | 'password' | 'code' | 'name';
  readonly label: string;
  readonly hint?: string;
  readonly type: 'text' | 'password';
  readonly autocomplete: 'username' | 'current-password' | 'one-time-code' | 'off';
  readonly inputmode?: 'numeric';
}

/** The longest text that a field takes; a one-time code has six digits, and room for a space. */
const MAX_LENGTHS = { user: 64, password: 128, code: 8, name: MAX_PASSKEY_NAME } as const;

/** A field with its label, and what was wrong with it where anything was. */
export function Field({ scene, name, label, hint, ...input }: FieldProperties) {
  const problem = scene.problem === undefined ? undefined : PROBLEMS[scene.problem];
  const isWrong = problem?.field === name;
  const described = [hint === undefined ? '' : `${name}-hint`, isWrong ? `${name}-wrong` : ''];
  const describedBy = described.filter((id) => id !== '').join(' ');
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint === undefined ? null : (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {isWrong ? (
        <span class="wrong" id={`${name}-wrong`}>
          <span class="unseen">Error: </span>
          {problem.atField ?? problem.message}
        </span>
      ) : null}
      <input
        id={name}
        name={name}
        required
        maxlength={MAX_LENGTHS[name]}
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
        {...input}
      />
    </div>
  );
}

/** The fields for who it is and the password. */
export function FirstFactor({ scene }: Pick<FieldProperties, 'scene'>) {
  return (
    <>
      <Field scene={scene} name="user" label="User name" type="text" autocomplete="username" />
      <Field
        scene={scene}
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
      />
    </>
  );
}

/** Who it is. */
export function SignInPage({ scene }: { readonly scene: Scene }) {
  const { bankName, problem, tpp } = scene;
  return (
    <Layout bankName={bankName} title="Sign in" step={1} problem={problem}>
      <p>
        <TppName tpp={tpp} /> asks for your approval. Sign in to read what for. Nothing happens
        before you have approved it, for which you need the authenticator app that shows your codes,
        or a passkey.
        {` You have ${String(SESSION_MINUTES)} minutes for the whole visit, and it ends after `}
        {`${String(IDLE_MINUTES)} minutes without activity.`}
      </p>
      <Question scene={scene} step="password">
        <FirstFactor scene={scene} />
      </Question>
    </Layout>
  );
}
