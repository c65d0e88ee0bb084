import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { expectData, expectStatus, look, register, submit, upload } from './journey.ts';
import { sha256, type Story } from './story.ts';

/**
 * Whether all that was acknowledged of a story is there: its consent stands where it stood or
 * where it was last asked to go, its file has the same bytes, its payments are known. From then on
 * the story stands where the service says.
 */
export async function auditStory(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  const { family } = story.plan;
  const path = `/${family.consents}/${story.consentId}`;
  const status = expectData(story, await tpp.get(path), 200)['Status'] as ConsentStatus;
  if (status !== story.status && status !== story.asked) story.fail(`is ${status}`);
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

/**
 * Repeats every request of a story with its own key: each must answer as it did and do nothing,
 * which statements and counts show later. Keys live for a day of the service's clock.
 */
export async function repeatRequests(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  await register(story, tpp);
  const key = story.key('consent');
  const path = `/${story.plan.family.consents}`;
  expectStatus(story, await tpp.call('POST', path, { body: '{"Data":{}}', key }), 400);
  if (story.hasFile) await upload(story, tpp, 200);
  if (story.taken.length > 0) await submit(story, story.submissions, tpp);
}
