import { lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import type { SpooledFile, Upload } from '../../domain/ports/files.ts';
import type { CreateResult, IdempotencyKey } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { ReceivedFile, FileMetadata } from '../../domain/records/payment.ts';
import type { Consent } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';
import { fileMetadata } from './file-metadata.ts';
import { type Requester, type ConsentParts, findConsent } from '../consents/find-consent.ts';
import { resourceOrRefusal, wrongStatus } from '../idempotency.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileRules, withUpload } from './with-upload.ts';
import type { FileCheck } from '../../domain/records/file-check.ts';
import { checkReport } from '../../pipeline/examine-file.ts';

/**
 * Returns the consent for which a file is uploaded. Checks everything that does not need the file
 * before any byte of the file is read.
 */
export async function consentForUpload(
  parts: ConsentParts & Pick<UseCaseParts, 'store'>,
  id: string,
  requester: Requester,
  key: IdempotencyKey,
): Promise<Consent | Refusal> {
  const consent = await findConsent(parts, id, requester);
  if (consent instanceof Refusal || consent.status === 'AwaitingUpload') return consent;
  // This upload was already accepted. `uploadFile` compares the bytes and returns the current
  // consent.
  if ((await parts.store.findKey(key, requester.now)) !== undefined) return consent;
  return wrongStatus(consent.status, lapseRefusal(consent));
}

/**
 * Uploads the payment file of a consent. The file is received, read, validated, classified, stored
 * and attached to the consent. The worker pool does the work from reading to storing. If the file
 * is invalid, the consent is rejected. If the signature is wrong, the bytes do not come from the
 * TPP, so the consent still waits for its file.
 */
export async function uploadFile(
  parts: UseCaseParts,
  upload: Upload,
  consent: Consent,
  key: IdempotencyKey,
  act: Act,
): Promise<Consent | Refusal> {
  const received = await withUpload(parts, upload, (spooled) =>
    receiveFile(parts, spooled, consent, key, act),
  );
  return received instanceof Refusal ? received : resourceOrRefusal(received);
}

async function receiveFile(
  parts: UseCaseParts,
  spooled: SpooledFile,
  consent: Consent,
  key: IdempotencyKey,
  act: Act,
): Promise<CreateResult<Consent> | Refusal> {
  const { store, workers, settings } = parts;
  const now = act.at;
  const started = parts.stopwatch();
  if (consent.status !== 'AwaitingUpload') {
    const bodyHash = await workers.hash(spooled);
    const repeated = await repeatUpload(parts, consent, key, bodyHash, now);
    // The response confirms that the file is stored. If it was damaged in the meantime, store it
    // again.
    if (repeated.outcome === 'repeated') await workers.keep(spooled, bodyHash);
    return repeated;
  }
  const rules = fileRules(settings, now);
  const received = await workers.receive(spooled, fileMetadata(consent), rules);
  observeFile(parts, consent, spooled, received, started);
  if (received.accepted) {
    const bodyHash = received.facts.sha256;
    return store.attachFile(consent.id, received.facts, { ...key, bodyHash }, act);
  }
  const [first] = received.faults;
  const refusal = expectDefined(first, 'the first fault').message;
  const rejection = { refusedBy: 'bank', refusal } as const;
  const isRejected = await store.rejectConsent(consent.id, 'AwaitingUpload', rejection, act);
  if (isRejected) return new Refusal(400, received.faults, { total: received.total });
  return repeatUpload(parts, consent, key, received.sha256, now);
}

/**
 * Accepts an upload only if it is the one that the consent's file came from. Refuses all others.
 */
async function repeatUpload(
  { store }: UseCaseParts,
  consent: Consent,
  key: IdempotencyKey,
  bodyHash: string,
  now: Instant,
): Promise<CreateResult<Consent>> {
  const current = expectDefined(await store.findConsent(consent.id), 'the consent');
  const used = await store.findKey(key, now);
  if (used === undefined) return { outcome: 'wrongStatus', status: current.status };
  if (used.bodyHash !== bodyHash) return { outcome: 'keyReused' };
  return { outcome: 'repeated', value: current };
}

function observeFile(
  { observe, stopwatch }: UseCaseParts,
  consent: Consent,
  { bytes }: SpooledFile,
  received: ReceivedFile,
  started: Milliseconds,
): void {
  const result = received.accepted
    ? {
        payments: received.facts.payments,
        faults: 0,
        classification: received.facts.classification.kind,
        reason: received.facts.classification.reason,
      }
    : { payments: 0, faults: received.total, classification: undefined, reason: 'rejected' };
  observe({
    kind: 'fileReceived',
    consentId: consent.id,
    accepted: received.accepted,
    bytes,
    milliseconds: stopwatch() - started,
    ...result,
  });
}

/**
 * Checks a file without uploading it to a consent. Returns the response that an upload of the file
 * would get, and a forecast of its execution. Stores nothing and changes no consent
 * (docs/decisions, 72).
 */
export function checkFile(
  parts: UseCaseParts,
  upload: Upload,
  metadata: FileMetadata,
  now: Instant,
): Promise<FileCheck | Refusal> {
  return withUpload(parts, upload, async (file) => {
    const examined = await parts.workers.examine(file, metadata, fileRules(parts.settings, now));
    return checkReport(file.bytes, examined, now, parts.holidays);
  });
}
