import {
  isToLapse,
  lapseAfter,
  lapseReason,
  type LapseSettings,
} from '../domain/lifecycle/lapse.ts';
import { CONSENT_MOVES, isOver, mayMove } from '../domain/lifecycle/lifecycle.ts';
import type { IdempotencyKey, Store } from '../domain/ports/store.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Consent } from '../domain/records/records.ts';
import type { Family, RuleContext } from '../families/common/family.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse, type FaultList } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { memberText } from '../kernel/json.ts';
import type { Instant } from '../kernel/time.ts';
import { findRepeat, resourceOrRefusal, wrongStatus } from './idempotency.ts';

/** The body of a JSON request. */
export interface RequestBody {
  readonly text: string;
  /** What the strict reader made of it; undefined when it is not JSON, as the faults then tell. */
  readonly value: unknown;
}

/** Who asks, with which idempotency key, in which act, and what was found wrong so far. */
export interface Asked {
  readonly clientId: string;
  readonly key: IdempotencyKey;
  readonly act: Act;
  readonly faults: FaultList;
}

type ApprovalSettings = Pick<LapseSettings, 'consentApprovalDays'>;

/** Registers a consent. An equal request with the same key gets the consent as it now stands. */
export async function createConsent(
  store: Store,
  family: Family,
  body: RequestBody,
  request: Asked & { readonly settings: Omit<RuleContext, 'now'> & ApprovalSettings },
): Promise<Consent | Refusal> {
  const { key, act, settings, faults, clientId } = request;
  const now = act.at;
  const context = { ...settings, now };
  const repeat = faults.isEmpty ? await findRepeat(store, key, now) : undefined;
  if (repeat instanceof Refusal) return repeat;
  if (repeat !== undefined) {
    return consentNow(store, present(await store.findConsent(repeat), repeat), now);
  }

  const asked =
    body.value === undefined ? undefined : family.readConsent(body.value, context, faults);
  if (asked === undefined || !faults.isEmpty) return faults.refusal();
  const created = await store.createConsent(
    {
      id: newId(family.consentIdPrefix, now),
      family: family.name,
      clientId,
      status: family.firstStatus,
      data: present(memberText(body.text, ['Data']), 'Data'),
      risk: memberText(body.text, ['Risk']) ?? null,
      lapsesAt: family.consumesConsent ? lapseAfter(settings.consentApprovalDays, now) : null,
      ...asked,
    },
    key,
    act,
  );
  return resourceOrRefusal(created);
}

/** Who asks for a consent, and when; of any family when none is given. */
export interface Asker {
  readonly clientId: string;
  readonly now: Instant;
  readonly family?: Family;
}

/**
 * A TPP's own consent as it stands now: 400 when there is none of that id, 403 when it is
 * another's.
 */
export async function findConsent(
  store: Store,
  id: string,
  { clientId, now, family }: Asker,
): Promise<Consent | Refusal> {
  const consent = await store.findConsent(id);
  const isOfAnother = family !== undefined && consent?.family !== family.name;
  if (consent === undefined || isOfAnother) return noConsent();
  return consent.clientId === clientId ? consentNow(store, consent, now) : notYours();
}

/** As `findConsent`, where a consent that was revoked is there no more (rules, 8.13). */
export async function findLivingConsent(
  store: Store,
  id: string,
  asker: Asker,
): Promise<Consent | Refusal> {
  const consent = await findConsent(store, id, asker);
  if (consent instanceof Refusal) return consent;
  return consent.status === 'Revoked' ? noConsent() : consent;
}

/** Revokes a consent that can still be used; a refusal for any other. */
export async function revokeConsent(
  store: Store,
  id: string,
  asker: Omit<Asker, 'now'>,
  act: Act,
): Promise<Refusal | undefined> {
  const consent = await findLivingConsent(store, id, { ...asker, now: act.at });
  if (consent instanceof Refusal) return consent;
  if (!mayMove(CONSENT_MOVES, consent.status, 'Revoked')) return wrongStatus(consent.status);
  if (await store.revokeConsent(id, act)) return undefined;
  return revokeConsent(store, id, asker, act);
}

/**
 * A consent as it now stands. One whose time is over is Expired from then on, though nobody wrote
 * it down; one that has lapsed is marked so when it is looked at, if nobody did so before.
 */
export async function consentNow(
  store: Pick<Store, 'findConsent' | 'lapseConsent'>,
  consent: Consent,
  now: Instant,
): Promise<Consent> {
  if (isToLapse(consent, now)) {
    try {
      await store.lapseConsent(consent.id, now);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // A disk that takes nothing more does not make it good again.
      const statusUpdatedAt = consent.lapsesAt ?? now;
      return { ...consent, status: 'Rejected', statusUpdatedAt, refusal: lapseReason(consent) };
    }
    return present(await store.findConsent(consent.id), consent.id);
  }
  const { status, expiresAt } = consent;
  if (expiresAt === null || !isOver(expiresAt, now)) return consent;
  if (!mayMove(CONSENT_MOVES, status, 'Expired')) return consent;
  return { ...consent, status: 'Expired', statusUpdatedAt: expiresAt };
}

function noConsent(): Refusal {
  return refuse(400, 'notFound', 'There is no consent of this id.', { path: 'ConsentId' });
}

/** 403 for what belongs to another TPP, or to another consent than the token is good for. */
export function notYours(): Refusal {
  const message = 'The token does not give access to this resource.';
  return refuse(403, 'headerInvalid', message, { path: 'Authorization' });
}
