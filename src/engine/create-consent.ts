import { lapseAfter } from '../domain/lifecycle/lapse.ts';
import type { Consent } from '../domain/records/records.ts';
import type { Family } from '../families/common/family.ts';
import { present } from '../kernel/assert.ts';
import { Refusal } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { memberText } from '../kernel/json.ts';
import type { Asked, RequestBody } from './asked.ts';
import { consentNow } from './find-consent.ts';
import { findRepeat, resourceOrRefusal } from './idempotency.ts';
import type { EngineParts } from './parts.ts';

/**
 * Registers a consent. An equal request with the same key gets the consent as it now stands, also
 * when it would be refused by now: it was right when it came first.
 */
export async function createConsent(
  { store, settings }: Pick<EngineParts, 'store' | 'settings'>,
  family: Family,
  body: RequestBody,
  { key, act, faults, clientId }: Asked,
): Promise<Consent | Refusal> {
  const now = act.at;
  const context = { ...settings, bankName: settings.bankName ?? null, now };
  const mayRepeat = faults.isEmpty;
  const asked =
    body.value === undefined ? undefined : family.readConsent(body.value, context, faults);
  if (asked === undefined || !faults.isEmpty) {
    const repeat = mayRepeat ? await findRepeat(store, key, now) : undefined;
    if (repeat === undefined) return faults.refusal();
    if (repeat instanceof Refusal) return repeat;
    return consentNow({ store }, present(await store.findConsent(repeat), repeat), now);
  }
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
  const consent = resourceOrRefusal(created);
  return consent instanceof Refusal ? consent : consentNow({ store }, consent, now);
}
