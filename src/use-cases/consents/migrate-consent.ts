import { addZodFaults, describe } from '../../contract/faults.ts';
import { JsonPatch, MAX_PATCH_OPERATIONS } from '../../contract/json-patch.ts';
import type { Consent } from '../../domain/records/records.ts';
import type { FamilyVersion, RequestBody } from '../../families/common/family-version.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type FaultList, Refusal, refuse } from '../../shared/errors.ts';
import { parseExactly } from '../../shared/json/exact.ts';
import { memberText, parseJson } from '../../shared/json/json.ts';
import { applyPatch, type PatchOperation } from '../../shared/json/patch.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { addDifferences, differencesOf } from '../difference.ts';
import { findRepeat, resourceOrRefusal, wrongStatus } from '../idempotency.ts';
import type { TppRequest } from '../request.ts';
import { findLivingConsent } from './find-consent.ts';

type Parts = Pick<UseCaseParts, 'store'>;

/** The request of a TPP to migrate a consent. */
interface Migration extends TppRequest {
  /** True if the body is a patch of the consent, false if it is the whole consent. */
  readonly isPatch: boolean;
}

/**
 * Converts an authorised consent of an earlier version to the form of this version. Refuses a
 * request that changes a value. From then on, only this version serves the consent. If a request is
 * repeated with the same idempotency key, returns the consent in its current state.
 */
export async function migrateConsent(
  { store }: Parts,
  version: FamilyVersion,
  id: string,
  body: RequestBody,
  request: Migration,
): Promise<Consent | Refusal> {
  const { key, act, faults, clientId } = request;
  const mayRepeat = faults.isEmpty;
  const migrated = await migrate({ store }, version, id, body, request);
  if (!mayRepeat || !(migrated instanceof Refusal)) return migrated;
  const repeat = await findRepeat(store, key, act.at);
  if (repeat === undefined) return migrated;
  if (repeat instanceof Refusal) return repeat;
  return findLivingConsent({ store }, repeat, { clientId, now: act.at, version });
}

async function migrate(
  { store }: Parts,
  version: FamilyVersion,
  id: string,
  body: RequestBody,
  { isPatch, key, act, faults, clientId }: Migration,
): Promise<Consent | Refusal> {
  const consent = await findLivingConsent({ store }, id, { clientId, now: act.at, version });
  if (consent instanceof Refusal) return consent;
  if (consent.apiVersion === version.apiVersion) return nothingToMigrate(version);
  if (consent.status !== 'Authorised') return wrongStatus(consent.status);
  const replacement = isPatch ? patched(version, consent, body, faults) : body;
  if (replacement?.value === undefined) return faults.refusal();
  addMigrationFaults(version, consent, replacement, faults);
  if (!faults.isEmpty) return faults.refusal();
  const form = {
    apiVersion: version.apiVersion,
    sentData: expectDefined(memberText(replacement.text, ['Data']), 'Data'),
    risk: memberText(replacement.text, ['Risk']) ?? null,
  };
  const moved = await store.migrateConsent({ consent, form }, key, act);
  return moved.outcome === 'changed' ? nothingToMigrate(version) : resourceOrRefusal(moved);
}

/** Adds the faults of a consent that differs from the stored one, or lacks a required field. */
function addMigrationFaults(
  version: FamilyVersion,
  consent: Consent,
  { text, value }: RequestBody,
  faults: FaultList,
): void {
  const { error } = version.schemas.consent.request.safeParse(value);
  if (error !== undefined) addZodFaults(faults, error, value);
  const { sent, risk } = version.sentOf(consent, 'consent');
  const differences = [
    ...differencesOf(sent, memberText(text, ['Data']), ['Data']),
    ...differencesOf(risk ?? undefined, memberText(text, ['Risk']), ['Risk']),
  ];
  addDifferences(differences, faults);
}

/** Applies a patch to a consent in the form of its own version. Adds the faults of the patch. */
function patched(
  { family }: FamilyVersion,
  consent: Consent,
  { text, value }: RequestBody,
  faults: FaultList,
): RequestBody | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MAX_PATCH_OPERATIONS) {
    const limit = String(MAX_PATCH_OPERATIONS);
    const message = `Found ${describe(value)}. Expected a list of at most ${limit} operations.`;
    faults.add('invalidFormat', message);
    return undefined;
  }
  const { error } = JsonPatch.safeParse(value);
  if (error !== undefined) addZodFaults(faults, error, value);
  if (!faults.isEmpty) return undefined;
  const data = family.echoedData(consent.data, 'consent');
  const document = `{"Data":${data},"Risk":${consent.risk ?? 'null'}}`;
  const operations = parseExactly(text) as readonly PatchOperation[];
  const result = applyPatch(document, operations, 2 * (document.length + text.length));
  if (typeof result !== 'string') {
    faults.add('fieldInvalid', result.message, `[${String(result.index)}]`);
    return undefined;
  }
  const parsed = parseJson(result);
  if ('value' in parsed) return { text: result, value: parsed.value };
  faults.add('invalidFormat', parsed.syntax.message);
  return undefined;
}

function nothingToMigrate({ apiVersion }: FamilyVersion): Refusal {
  const message = `The consent has the form of ${apiVersion} already. There is nothing to migrate.`;
  return refuse(400, 'invalidConsentStatus', message);
}
