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
 * Checks that everything acknowledged of a story exists. Its consent has the last acknowledged
 * status or the last requested one, its file is unchanged, and its payments exist. Then takes over
 * the service's state.
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

/** Returns true if the service expired an unused consent (rules, 5.14). */
function hasLapsed(consent: Readonly<Record<string, unknown>>): boolean {
  const at = (member: string): Instant => Date.parse(String(consent[member]));
  const days = (at('StatusUpdateDateTime') - at('CreationDateTime')) / DAY_MS;
  return consent['Status'] === 'Rejected' && days >= CONSENT_LIFE_DAYS;
}

/**
 * Repeats every request of a story with its own key. Each must have the same response and no
 * effect, which statements and counts show later. Keys live for a day of the service's clock.
 */
export async function repeatRequests(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  await register(story, tpp);
  const key = story.key('consent');
  const path = `/${story.plan.family.consents}`;
  expectStatus(story, await tpp.call('POST', path, { body: '{"Data":{}}', key }), 400);
  if (story.hasFile) await upload(story, tpp, 200);
  // The token was revoked with its consent, so that nothing can be repeated with it.
  if (story.status === 'Revoked') return;
  if (story.taken.length > 0) await submit(story, story.submissions, tpp);
}
