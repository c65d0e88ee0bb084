import type { OpenSession, SignInAttempt } from '../../domain/ports/customer-store.ts';
import { userText } from '../../domain/messages/rich-text.ts';
import { formatCount, formatMoment } from '../../domain/messages/format.ts';
import type { PageBody } from '../components/layout.tsx';
import { Section } from '../components/section.tsx';
import type { Instant } from '../../shared/time.ts';
import { Row, UserText } from '../components/user-text.tsx';
import { PORTAL_UID } from '../session.ts';
import { PortalForm, PortalPage } from './page.tsx';
import { actOf, type FormResult } from '../forms.ts';
import type { SignedInRequest, PortalContext } from './portal-context.ts';
import { PasskeyList, passkeysOf } from './passkeys.tsx';

/** Maximum number of sign-in attempts that are shown, newest first. */
const MAX_SIGN_INS_SHOWN = 20;

/**
 * Renders the page about the user, with passkeys, other sessions and the latest sign-in attempts.
 */
export async function showAccount(request: SignedInRequest): Promise<PageBody> {
  const { parts, user, session, pageContext } = request;
  const now = parts.machineClock();
  const [passkeys, credential, attempts, sessions] = await Promise.all([
    passkeysOf(request),
    parts.store.findCredential(user.id),
    parts.store.signInsOf(user.id, MAX_SIGN_INS_SHOWN),
    parts.store.sessionsOf(user.id, PORTAL_UID, now),
  ]);
  const others = sessions.filter(({ hash }) => hash !== session.hash);
  const lockedUntil = credential?.lockedUntil ?? 0;
  return (
    <PortalPage pageContext={pageContext} title="Account and sign-in">
      <dl>
        <Row label="Signed in as" value={userText(user.id)} />
        <Row label="For" value={userText(user.customerName)} />
      </dl>
      {lockedUntil > now ? <LockedOut until={lockedUntil} /> : null}
      {passkeys === null ? null : <PasskeyList passkeys={passkeys} />}
      <Others pageContext={pageContext} others={others} />
      <SignIns attempts={attempts} />
    </PortalPage>
  );
}

/** Ends all other portal sessions of the user. */
export async function endOtherSessions(request: SignedInRequest): Promise<FormResult> {
  const { parts, session, user } = request;
  await parts.store.endOtherSessions(session, actOf(request, user.id));
  return { location: '/my/account' };
}

function LockedOut({ until }: { readonly until: Instant }) {
  return (
    <div class="notice care">
      <h3>New sign-ins are locked</h3>
      <p>
        {`There were too many failed attempts to sign in as you. New sign-ins are locked until ${formatMoment(
          until,
        )}. You can continue where you are signed in. If these attempts were not yours, contact us at once.`}
      </p>
    </div>
  );
}

interface OthersProperties {
  readonly pageContext: PortalContext;
  readonly others: readonly OpenSession[];
}

function Others({ pageContext, others }: OthersProperties) {
  return (
    <Section id="others" title="Signed in elsewhere">
      {others.length === 0 ? (
        <p>You are signed in to your own pages nowhere else.</p>
      ) : (
        <>
          <ul class="entries">
            {others.map(({ startedAt, address }) => (
              <li>
                {startedAt === null ? 'At an unknown time' : formatMoment(startedAt)}
                <span class="hint">
                  <From address={address} />
                </span>
              </li>
            ))}
          </ul>
          <PortalForm
            pageContext={pageContext}
            action="/my/account/end-others"
            button={`Sign out of ${formatCount(others.length, 'other place')}`}
            isOther
          />
        </>
      )}
    </Section>
  );
}

const OUTCOMES: Readonly<Record<SignInAttempt['outcome'], string>> = {
  succeeded: 'Signed in',
  identified: 'Password entered, to see the request of a provider',
  identifiedAtBank: 'Signed in at your bank, to see the request of a provider',
  failed: 'Failed: a password, a code or a passkey was wrong',
  failedAtBank: 'Failed: a sign-in or an approval at your bank was not completed',
  lockedOut: 'Failed: sign-in was then locked for some time',
};

function SignIns({ attempts }: { readonly attempts: readonly SignInAttempt[] }) {
  return (
    <Section id="sign-ins" title="Last sign-ins">
      <p>They include sign-ins for a provider. If one was not yours, contact us at once.</p>
      <ul class="entries">
        {attempts.map(({ at, address, outcome }) => (
          <li>
            {formatMoment(at)}
            <span class="hint">
              {`${OUTCOMES[outcome]}. `}
              <From address={address} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function From({ address }: Pick<OpenSession, 'address'>) {
  if (address === null) return <>From an unknown address</>;
  return (
    <>
      {'From '}
      <UserText text={userText(address)} />
    </>
  );
}
