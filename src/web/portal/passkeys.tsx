import type { PasskeyService } from '../../auth/sign-in/passkey-service.ts';
import {
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS_PER_USER,
  type Passkey,
} from '../../domain/ports/sign-in-store.ts';
import { userText } from '../../domain/messages/rich-text.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { CodeField, codeIn } from '../components/factor.tsx';
import type { PageBody } from '../components/layout.tsx';
import { Field } from '../journey/pages/sign-in.tsx';
import { allowScript, RequestPasskey } from '../components/passkey.tsx';
import type { ProblemName } from '../problems.ts';
import { UserText } from '../components/user-text.tsx';
import { Confirmation, PortalForm, PortalPage } from './page.tsx';
import {
  actOf,
  attemptsOf,
  SIGNED_OUT,
  type PortalSession,
  type PortalContext,
  type PortalFormResult,
} from './portal-context.ts';
import { formatMoment } from './pending-approvals.tsx';

const ACCOUNT = '/my/account';
const ADD = '/my/account/passkeys/add';
const REMOVE = '/my/account/passkeys/remove';

/** Returns the user's passkeys. Null if the origin of the pages does not allow passkeys. */
export async function passkeysOf({
  parts,
  user,
}: PortalSession): Promise<readonly Passkey[] | null> {
  return parts.passkeys === undefined ? null : parts.store.passkeysOf(user.id);
}

/** List of a user's passkeys, with links to add one and to remove each. */
export function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        With a passkey you approve by what unlocks your device, in place of a code. Your codes go on
        working.
      </p>
      {passkeys.length === 0 ? null : (
        <ul class="entries">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li>
              <UserText text={userText(name)} />
              <span class="hint">
                {`Added ${formatMoment(createdAt)}. `}
                {lastUsedAt === null ? 'Not used yet.' : `Last used ${formatMoment(lastUsedAt)}.`}
              </span>
              <a href={`${REMOVE}?passkey=${id}`}>
                Remove <UserText text={userText(name)} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p class="actions screen">
        {passkeys.length < MAX_PASSKEYS_PER_USER ? (
          <a class="button other" href={ADD}>
            Add a passkey
          </a>
        ) : (
          `You have ${formatNumber(MAX_PASSKEYS_PER_USER)}, and can have no more.`
        )}
      </p>
    </section>
  );
}

/** Renders the form to add a passkey, which also asks for a one-time code. */
export async function showNewPasskey(own: PortalSession): Promise<PageBody | undefined> {
  const { parts, context, session, pageContext } = own;
  if (parts.passkeys === undefined) return undefined;
  allowScript(context);
  return (
    <NewPasskeyPage pageContext={pageContext} options={await parts.passkeys.askToEnrol(session)} />
  );
}

/** Adds a passkey that the browser created. The one-time code is linked to this passkey. */
export async function takeNewPasskey(
  own: PortalSession,
  fields: URLSearchParams,
): Promise<PortalFormResult> {
  const { parts, session, user } = own;
  if (parts.passkeys === undefined) return toAdd('noPasskey');
  const name = (fields.get('name') ?? '').trim();
  if (name === '' || name.length > MAX_PASSKEY_NAME || hasUnsafeUnicode(name))
    return toAdd('noName');
  const code = codeIn(fields);
  if (code === undefined) return toAdd('noCode');
  const made = await parts.passkeys.verifyEnrolment(session, fields.get('passkey') ?? '');
  if (made === undefined) return toAdd('noPasskey');
  const { dynamicLinkingHash, ...passkey } = made;
  const act = actOf(own, user.id);
  const attempt = { consentId: attemptsOf(user.id), act };
  const given = { factor: 'code', code } as const;
  const found = await parts.signIn.proveFactor(session, given, dynamicLinkingHash, attempt);
  if (found === 'gone') return SIGNED_OUT;
  if (found !== 'right') return toAdd(found === 'busy' ? 'busy' : 'factor');
  const added = await parts.store.addPasskey({ ...passkey, userId: user.id, name }, act);
  return added === 'added' ? { location: ACCOUNT, newSessionId: null } : toAdd('noPasskey');
}

function toAdd(problem: ProblemName): PortalFormResult {
  return { location: `${ADD}?problem=${problem}`, newSessionId: null };
}

/** Renders the confirmation to remove a passkey. */
export async function showRemoval(own: PortalSession): Promise<PageBody | undefined> {
  const named = own.context.req.query('passkey');
  const passkeys = await passkeysOf(own);
  const passkey = passkeys?.find(({ id }) => id === named);
  return passkey && <RemovalPage pageContext={own.pageContext} passkey={passkey} />;
}

/** Removes a passkey. No second factor is needed: the user only loses a way to approve. */
export async function takeRemoval(
  own: PortalSession,
  fields: URLSearchParams,
): Promise<PortalFormResult> {
  const { parts, user } = own;
  await parts.store.removePasskey(user.id, fields.get('passkey') ?? '', actOf(own, user.id));
  return { location: ACCOUNT, newSessionId: null };
}

interface NewPasskeyProperties {
  readonly pageContext: PortalContext;
  readonly options: Awaited<ReturnType<PasskeyService['askToEnrol']>>;
}

function NewPasskeyPage({ pageContext, options }: NewPasskeyProperties) {
  return (
    <PortalPage pageContext={pageContext} title="Add a passkey">
      <p>
        Your device makes the passkey and keeps it. When you use it, the device asks for what you
        unlock it with, and that stays there. Make one only on a device that nobody else can unlock.
      </p>
      <div class="notice care" data-without-passkeys>
        <p>
          This browser makes no passkeys, or runs no scripts on this page. Use another, or go on
          with your codes.
        </p>
      </div>
      <PortalForm pageContext={pageContext} action={ADD}>
        <RequestPasskey
          ceremony="create"
          options={options}
          button="Make the passkey"
          failed="No passkey was made. Perhaps this device has one already, or it was broken off."
        >
          <Field
            pageContext={pageContext}
            name="name"
            label="Name"
            hint="What you call the device, to know it again"
            type="text"
            autocomplete="off"
          />
          <p>
            A code is good for this passkey alone; one that you used before, also to sign in, is not
            taken again.
          </p>
          <CodeField pageContext={pageContext} />
        </RequestPasskey>
      </PortalForm>
      <p>
        <a href={ACCOUNT}>Go back</a>
      </p>
    </PortalPage>
  );
}

interface RemovalProperties {
  readonly pageContext: PortalContext;
  readonly passkey: Passkey;
}

function RemovalPage({ pageContext, passkey }: RemovalProperties) {
  return (
    <PortalPage pageContext={pageContext} title="Remove this passkey?">
      <p class="headline">
        <UserText text={userText(passkey.name)} />
      </p>
      <p>
        Nothing can be approved with it any more. Your codes go on working. Remove it from the
        device too, which may go on offering it.
      </p>
      <Confirmation pageContext={pageContext} action={REMOVE} confirm="Remove it" back={ACCOUNT}>
        <input type="hidden" name="passkey" value={passkey.id} />
      </Confirmation>
    </PortalPage>
  );
}
