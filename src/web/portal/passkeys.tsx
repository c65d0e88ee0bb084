import {
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS_PER_USER,
  type Passkey,
} from '../../domain/ports/sign-in-store.ts';
import { userText } from '../../domain/messages/rich-text.ts';
import { formatMoment, formatNumber } from '../../domain/messages/format.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { CodeField, codeIn } from '../components/factor.tsx';
import type { PageBody } from '../components/layout.tsx';
import { Field } from '../journey/pages/sign-in.tsx';
import { Section } from '../components/section.tsx';
import { allowScript, RequestPasskey } from '../components/passkey.tsx';
import type { ProblemName } from '../problems.ts';
import { Headline, UserText } from '../components/user-text.tsx';
import { Confirmation, PortalForm, PortalPage } from './page.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { attemptsOf, SIGNED_OUT, type SignedInRequest } from './portal-context.ts';

const ACCOUNT = '/my/account';
const ADD = '/my/account/passkeys/add';
const REMOVE = '/my/account/passkeys/remove';

/** Returns the user's passkeys. Null if passkeys cannot be used on the origin of the pages. */
export async function passkeysOf({
  parts,
  user,
}: SignedInRequest): Promise<readonly Passkey[] | null> {
  return parts.passkeys === undefined ? null : parts.store.passkeysOf(user.id);
}

/** List of a user's passkeys, with a link to add a passkey and a link to remove each. */
export function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  return (
    <Section id="passkeys" title="Passkeys">
      <p>
        With a passkey, you approve by unlocking your device instead of entering a code. Your codes
        still work.
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
          `You have ${formatNumber(MAX_PASSKEYS_PER_USER)} passkeys, which is the maximum.`
        )}
      </p>
    </Section>
  );
}

/** Renders the form to add a passkey, which also asks for a one-time code. */
export async function showNewPasskey(request: SignedInRequest): Promise<PageBody | undefined> {
  const { parts, context, session, pageContext } = request;
  if (parts.passkeys === undefined) return undefined;
  allowScript(context);
  const options = await parts.passkeys.askToEnrol(session);
  return (
    <PortalPage pageContext={pageContext} title="Add a passkey">
      <p>
        Your device creates the passkey and stores it. When you use it, you unlock the device as
        usual. Your PIN, fingerprint or face never leaves the device. Add a passkey only on a device
        that nobody else can unlock.
      </p>
      <div class="notice care" data-without-passkeys>
        <p>
          This browser does not support passkeys, or does not run scripts on this page. Use another
          browser, or continue to use codes.
        </p>
      </div>
      <PortalForm pageContext={pageContext} action={ADD}>
        <RequestPasskey
          ceremony="create"
          options={options}
          button="Create the passkey"
          failed="No passkey was created. This device may already have one, or you cancelled."
        >
          <Field
            pageContext={pageContext}
            name="name"
            label="Name"
            hint="A name by which you recognise the device"
            type="text"
            autocomplete="off"
          />
          <p>
            Each code works only once. If you have just signed in with a code, wait for the next
            one.
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

/** Adds a passkey that the browser has created. The one-time code is linked to this passkey. */
export async function submitNewPasskey(
  request: SignedInRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, session, user } = request;
  if (parts.passkeys === undefined) return toAdd('noPasskey');
  const name = (fields.get('name') ?? '').trim();
  if (name === '' || name.length > MAX_PASSKEY_NAME || hasUnsafeUnicode(name))
    return toAdd('noName');
  const code = codeIn(fields);
  if (code === undefined) return toAdd('noCode');
  const made = await parts.passkeys.verifyEnrolment(session, fields.get('passkey') ?? '');
  if (made === undefined) return toAdd('noPasskey');
  const { dynamicLinkingHash, ...passkey } = made;
  const act = actOf(request, user.id);
  const attempt = { consentId: attemptsOf(user.id), act };
  const factorForm = { factor: 'code', code } as const;
  const found = await parts.signIn.proveFactor(session, factorForm, dynamicLinkingHash, attempt);
  if (found === 'gone') return SIGNED_OUT;
  if (found !== 'right') return toAdd(found === 'busy' ? 'busy' : 'factor');
  const added = await parts.store.addPasskey({ ...passkey, userId: user.id, name }, act);
  return added === 'added' ? { location: ACCOUNT } : toAdd('noPasskey');
}

function toAdd(problem: ProblemName): FormResult {
  return { location: `${ADD}?problem=${problem}` };
}

/** Renders the page that asks the user to confirm the removal of a passkey. */
export async function showRemoval(request: SignedInRequest): Promise<PageBody | undefined> {
  const named = request.context.req.query('passkey');
  const passkeys = await passkeysOf(request);
  const passkey = passkeys?.find(({ id }) => id === named);
  if (passkey === undefined) return undefined;
  const { pageContext } = request;
  return (
    <PortalPage pageContext={pageContext} title="Remove this passkey?">
      <Headline text={userText(passkey.name)} />
      <p>
        You can no longer approve anything with it. Your codes still work. Also remove it from the
        device, which may otherwise continue to offer it.
      </p>
      <Confirmation pageContext={pageContext} action={REMOVE} confirm="Remove it" back={ACCOUNT}>
        <input type="hidden" name="passkey" value={passkey.id} />
      </Confirmation>
    </PortalPage>
  );
}

/**
 * Removes a passkey. No second factor is needed, because the user only loses one way to approve.
 */
export async function submitRemoval(
  request: SignedInRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { parts, user } = request;
  await parts.store.removePasskey(user.id, fields.get('passkey') ?? '', actOf(request, user.id));
  return { location: ACCOUNT };
}
