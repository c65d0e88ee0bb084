import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatDay, dayOfInstant, formatPounds } from '../../domain/messages/format.ts';
import type { PermissionView, SpentLimit } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Headline, Row, UserText, TppName } from '../components/user-text.tsx';
import { AccountRow, PortalForm, PortalPage, Confirmation } from './page.tsx';
import type { SignedInRequest, PortalContext } from './portal-context.ts';
import { actOf, type FormResult } from '../forms.ts';

/** A long-lived consent (VRP), with the name of the TPP that may use it. */
export interface NamedPermission {
  readonly permission: PermissionView;
  readonly provider: RichText;
}

/** Renders the customer's permissions. Active permissions come before those that have ended. */
export async function showPermissions(request: SignedInRequest): Promise<PageBody> {
  const { parts, user, pageContext } = request;
  const found = await parts.useCases.listPermissions(user, parts.clock());
  const named = await Promise.all(found.map((permission) => nameOf(request, permission)));
  const running = named.filter(({ permission }) => permission.isRunning);
  const over = named.filter(({ permission }) => !permission.isRunning);
  return (
    <PortalPage pageContext={pageContext} title="Permissions">
      <p>
        These providers may make payments without asking you each time, within the limits that you
        or a colleague agreed to.
      </p>
      {running.length === 0 ? <p class="headline">No provider has such a permission.</p> : null}
      {running.map((item) => (
        <Running {...item} />
      ))}
      {over.length === 0 ? null : <Over named={over} />}
    </PortalPage>
  );
}

/** Renders a permission. Undefined if the customer has no permission with this id. */
export async function showPermission(request: SignedInRequest): Promise<PageBody | undefined> {
  const permission = await readPermission(request);
  if (permission === undefined) return undefined;
  return (
    <PermissionPage pageContext={request.pageContext} {...await nameOf(request, permission)} />
  );
}

/**
 * Reads the permission whose id is in the address. Undefined if the customer has no such
 * permission.
 */
export function readPermission({ parts, context, user }: SignedInRequest) {
  const id = context.req.param('id') ?? '';
  return parts.useCases.findPermission(id, user, parts.clock());
}

/** Adds the name of the TPP to a permission. */
export async function nameOf(
  { parts }: SignedInRequest,
  permission: PermissionView,
): Promise<NamedPermission> {
  const { name } = await requestingTppOf(parts.store, permission.consent.clientId);
  return { permission, provider: name };
}

/** Returns the path of a permission's page. */
export function pathOf({ consent }: PermissionView): string {
  return `/my/permissions/${consent.id}`;
}

function Running({ permission, provider }: NamedPermission) {
  const { review, account, limits, consent } = permission;
  return (
    <section class="entry" aria-labelledby={consent.id}>
      <h2 id={consent.id}>
        <a href={pathOf(permission)}>
          <UserText text={provider} />
        </a>
      </h2>
      <p>
        <UserText text={review.headline} />
      </p>
      {permission.isPaused ? <p class="hint">Paused: no payments can be made.</p> : null}
      <dl>
        <AccountRow account={account} />
        {limits.map((limit) => (
          <LimitRow limit={limit} />
        ))}
        <Row label="Until" value={formatEnd(permission)} />
      </dl>
    </section>
  );
}

/** Row that shows a limit such as `£500.00 a month`, the amount spent and the amount left. */
function LimitRow({ limit }: { readonly limit: SpentLimit }) {
  const { text, first, last, maximumPence, spentPence } = limit;
  const left = formatPounds(Math.max(0, maximumPence - spentPence));
  return (
    <Row
      label={text}
      value={[
        `${formatPounds(spentPence)} spent, ${left} left`,
        first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`,
      ]}
    />
  );
}

/**
 * Returns the last day on which a permission is valid. A permission that expires at midnight is
 * valid until the day before.
 */
function formatEnd({ consent: { expiresAt } }: PermissionView): string {
  return expiresAt === null ? 'You end it' : `${dayOfInstant(expiresAt - 1)}, inclusive`;
}

function Over({ named }: { readonly named: readonly NamedPermission[] }) {
  return (
    <section aria-labelledby="over">
      <h2 id="over">Ended</h2>
      <p>No more payments can be made with these permissions.</p>
      <ul class="entries">
        {named.map(({ permission, provider }) => (
          <li>
            <a href={pathOf(permission)}>
              <UserText text={provider} />
            </a>
            <span class="hint">{formatOver(permission)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ENDED_BY = {
  customer: 'Ended here',
  bank: 'Ended by the bank',
  time: 'Ended',
  provider: 'Ended by the provider',
} as const;

function formatOver({ consent }: PermissionView): string {
  const { status, statusUpdatedAt, expiresAt, refusedBy } = consent;
  if (status === 'Expired' && expiresAt !== null) {
    return `Its last day was ${dayOfInstant(expiresAt - 1)}`;
  }
  const day = dayOfInstant(statusUpdatedAt);
  if (status !== 'Revoked') return `Refused on ${day}`;
  return `${ENDED_BY[refusedBy ?? 'provider']} on ${day}`;
}

/** Page with all details of a permission: its terms and how much of it is used. */
export function PermissionPage({
  pageContext,
  permission,
  provider,
}: NamedPermission & { readonly pageContext: PortalContext }) {
  const { consent, grantedBy, review, account, limits, isRunning, maximum } = permission;
  return (
    <PortalPage pageContext={pageContext} title="A permission">
      <p class="screen">
        <a href="/my/permissions">All permissions</a>
      </p>
      <Headline text={review.headline} />
      {isRunning ? null : (
        <div class="notice care">
          <p>{`${formatOver(permission)}. No more payments can be made with it.`}</p>
        </div>
      )}
      {isRunning && permission.isPaused ? (
        <div class="notice care">
          <p>You have paused this permission. No payments can be made until you resume it.</p>
        </div>
      ) : null}
      {limits.length === 0 ? null : (
        <section aria-labelledby="spent">
          <h2 id="spent">Spent so far</h2>
          <dl>
            {limits.map((limit) => (
              <LimitRow limit={limit} />
            ))}
          </dl>
        </section>
      )}
      {isRunning && maximum !== null && maximum.pence < maximum.agreedPence ? (
        <p>{`Your own limit: each payment at most ${formatPounds(maximum.pence)}.`}</p>
      ) : null}
      <h2>What was agreed</h2>
      <dl>
        <Row label="Provider" value={provider} />
        <Row
          label="Agreed by"
          value={richText`${userText(grantedBy)}, asked on ${dayOfInstant(consent.createdAt)}`}
        />
        <AccountRow account={account} />
        {review.lines.map((line) => (
          <Row {...line} />
        ))}
        <Row label="Number" value={consent.id} />
      </dl>
      {isRunning ? <Actions pageContext={pageContext} permission={permission} /> : null}
    </PortalPage>
  );
}

/** The ways to change a permission that is in force. */
function Actions({
  pageContext,
  permission,
}: Pick<NamedPermission, 'permission'> & { readonly pageContext: PortalContext }) {
  const path = pathOf(permission);
  const { isPaused, maximum, agreedLimits } = permission;
  const hasLimits = maximum !== null || agreedLimits.length > 0;
  return (
    <PortalForm pageContext={pageContext} action={`${path}/${isPaused ? 'resume' : 'pause'}`}>
      <p class="actions screen">
        <button>{isPaused ? 'Resume payments' : 'Pause payments'}</button>
        {hasLimits ? (
          <a class="button other" href={`${path}/limits`}>
            Lower the limits
          </a>
        ) : null}
        <a class="button other" href={`${path}/end`}>
          End this permission
        </a>
      </p>
    </PortalForm>
  );
}

/** Renders the page that asks the customer to confirm the end of a permission. */
export async function showRevocation(request: SignedInRequest): Promise<PageBody | undefined> {
  const permission = await readPermission(request);
  if (permission === undefined) return undefined;
  const { pageContext } = request;
  const named = await nameOf(request, permission);
  // If the permission has ended in the meantime, show the page about it, which says when it ended.
  if (!permission.isRunning) return <PermissionPage pageContext={pageContext} {...named} />;
  const path = pathOf(permission);
  return (
    <PortalPage pageContext={pageContext} title="End this permission?">
      <Headline text={permission.review.headline} />
      <p>
        <TppName name={named.provider} />
        {' can make no more payments with it from that moment on. Past payments stay paid, and '}
        payments that we have already accepted will still be made.
      </p>
      <p>
        You cannot undo this. To allow payments again, agree to a new permission at the provider. If
        you owe the provider money, arrange with it how you will pay.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/end`}
        confirm="End the permission"
        back={path}
      />
    </PortalPage>
  );
}

/** Ends a permission. The next page shows the result (rules, 8.17). */
export async function submitRevocation(request: SignedInRequest): Promise<FormResult> {
  const { parts, context, user } = request;
  const id = expectDefined(context.req.param('id'), 'the id of the permission');
  await parts.useCases.withdrawConsent(id, user, actOf(request, user.id));
  return { location: `/my/permissions/${encodeURIComponent(id)}` };
}
