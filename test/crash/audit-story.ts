import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { DAY_MS, type Instant } from '../../src/shared/time.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { expectData, expectStatus } from './requests.ts';
import { register, upload } from './journey.ts';
import { look } from './statuses.ts';
import { sha256, type Story } from './story.ts';
import { submit } from './submitting.ts';

/** Number of days after which an unused consent expires. */
const CONSENT_LIFE_DAYS = 30;

/**
 * Checks that everything of a story that the service acknowledged exists. The consent has the last
 * status that was acknowledged or requested, the file is unchanged, and the payments exist. Then
 * copies the consent's status from the service into the story.
 */
export async function auditStory(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  const { family } = story.plan;
  const path = `/${family.consents}/${story.consentId}`;
  const consent = expectData(story, await tpp.get(path), 200);
  const status = consent['Status'] as ConsentStatus;
  const isWhereItWas = status === story.status || status === story.asked;
  if (!isWhereItWas && !hasLapsed(consent)) story.fail(`is ${status}`);
  story.status = status;
  story.asked = undefined;

  if (story.sha256 !== undefined) {
    const file = await tpp.get(`${path}/file`);
    expectStatus(story, file, story.hasFile ? 200 : 400);
    if (story.hasFile && sha256(file.text) !== story.sha256) story.fail('its file has changed');
  }
  for (const submission of story.taken) {
    await look(story, submission, tpp);
    if (story.sha256 === undefined) continue;
    const report = await tpp.get(`/${family.payments}/${submission.paymentId ?? ''}/report-file`);
    expectStatus(story, report, 200);
  }
}

/** Returns true if the consent expired because it was not used (rules, 5.14). */
function hasLapsed(consent: Readonly<Record<string, unknown>>): boolean {
  const at = (member: string): Instant => Date.parse(String(consent[member]));
  const days = (at('StatusUpdateDateTime') - at('CreationDateTime')) / DAY_MS;
  return consent['Status'] === 'Rejected' && days >= CONSENT_LIFE_DAYS;
}

/**
 * Sends every request of a story again with its idempotency key. Each must return the same response
 * and have no effect, which later checks of statements and counts confirm. A key is valid for one
 * day of the service's clock.
 */
export async function repeatRequests(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  await register(story, tpp);
  const key = story.key('consent');
  const path = `/${story.plan.family.consents}`;
  expectStatus(story, await tpp.call('POST', path, { body: '{"Data":{}}', key }), 400);
  if (story.hasFile) await upload(story, tpp, 200);
  // Revoking the consent also revoked its token, so its submissions cannot be sent again.
  if (story.status === 'Revoked') return;
  // If a payment came back, the limit allows a submission that was refused before.
  const repeated = story.isHubHostile ? story.taken : story.submissions;
  if (story.taken.length > 0) await submit(story, repeated, tpp);
}
