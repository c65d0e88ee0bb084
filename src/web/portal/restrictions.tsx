import { formatPounds } from '../../domain/messages/format.ts';
import type { RestrictionChange } from '../../domain/records/restrictions.ts';
import type { AgreedLimit } from '../../use-cases/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { formatAmount, parseAmount, type Pence } from '../../shared/money.ts';
import { TextField } from '../components/fields.tsx';
import type { PageBody } from '../components/layout.tsx';
import { Headline, TppName } from '../components/user-text.tsx';
import { actOf, type FormResult } from '../forms.ts';
import { Confirmation, PortalPage } from './page.tsx';
import type { SignedInRequest } from './portal-context.ts';
import { nameOf, pathOf, PermissionPage, readPermission } from './permissions.tsx';

/** Renders the form with which the customer lowers the limits of a permission. */
export async function showLimits(request: SignedInRequest): Promise<PageBody | undefined> {
  const permission = await readPermission(request);
  if (permission === undefined) return undefined;
  const { pageContext } = request;
  const named = await nameOf(request, permission);
  if (!permission.isRunning) return <PermissionPage pageContext={pageContext} {...named} />;
  const path = pathOf(permission);
  const { maximum, agreedLimits, review } = permission;
  const isWrong = pageContext.problem === 'limitAmount';
  return (
    <PortalPage pageContext={pageContext} title="Lower the limits">
      <Headline text={review.headline} />
      <p>
        <TppName name={named.provider} />
        {' keeps this permission, but can pay no more than the limits that you set here. '}
        You can raise them again up to what was agreed. For higher limits, agree to a new permission
        at the provider.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/limits`}
        confirm="Set the limits"
        back={path}
        keep="Change nothing"
      >
        <fieldset id="limits" aria-invalid={isWrong ? 'true' : undefined}>
          <legend>Limits in pounds</legend>
          {maximum === null ? null : <LimitField name="maximum" limit={maximum} />}
          {agreedLimits.map((limit, index) => (
            <LimitField name={periodField(index)} limit={limit} />
          ))}
        </fieldset>
      </Confirmation>
    </PortalPage>
  );
}

/**
 * Stores the customer's own limits. No second factor is needed, because the TPP can never pay more
 * than the customer agreed to with two factors.
 */
export async function submitLimits(
  request: SignedInRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const permission = await readPermission(request);
  if (permission === undefined) return { location: '/my/permissions' };
  const { maximum, agreedLimits } = permission;
  const maximumPence = maximum === null ? null : limitIn(fields, 'maximum', maximum);
  const periodPence = agreedLimits.map((limit, index) =>
    limitIn(fields, periodField(index), limit),
  );
  if (maximumPence === undefined || !areValid(periodPence)) {
    return { location: `${pathOf(permission)}/limits?problem=limitAmount` };
  }
  return restrict(request, { maximumPence, periodPence });
}

/** Pauses a permission: its TPP can make no payments until the customer resumes it. */
export function submitPause(request: SignedInRequest): Promise<FormResult> {
  return restrict(request, { isPaused: true });
}

/** Resumes a paused permission. */
export function submitResumption(request: SignedInRequest): Promise<FormResult> {
  return restrict(request, { isPaused: false });
}

async function restrict(request: SignedInRequest, change: RestrictionChange): Promise<FormResult> {
  const { parts, context, user } = request;
  const id = expectDefined(context.req.param('id'), 'the id of the permission');
  await parts.useCases.restrictConsent(id, change, user, actOf(request, user.id));
  return { location: `/my/permissions/${encodeURIComponent(id)}` };
}

/**
 * Returns the limit that the customer entered. Null if it equals the agreed one. Undefined if it is
 * not an amount, is zero, or exceeds the agreed one.
 */
function limitIn(
  fields: URLSearchParams,
  name: string,
  { agreedPence }: AgreedLimit,
): Pence | null | undefined {
  const entered = (fields.get(name) ?? '').replace(/[£,\s]/g, '');
  const pence = parseAmount(entered.includes('.') ? entered : `${entered}.00`);
  if (pence === undefined || pence === 0 || pence > agreedPence) return undefined;
  return pence === agreedPence ? null : pence;
}

function areValid(limits: readonly (Pence | null | undefined)[]): limits is (Pence | null)[] {
  return !limits.includes(undefined);
}

function periodField(index: number): string {
  return `period-${String(index)}`;
}

function LimitField({ name, limit }: { readonly name: string; readonly limit: AgreedLimit }) {
  const { text, agreedPence, pence } = limit;
  return (
    <TextField
      id={name}
      label={`Instead of ${text}`}
      value={formatAmount(pence)}
      hint={`At most ${formatPounds(agreedPence)}`}
      inputmode="decimal"
    />
  );
}
