import type { ConsentStatus } from '../../src/domain/lifecycle.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { advance, CONSENTS, consentOf, expectData, expectStatus, PAYMENTS } from './journey.ts';
import type { Tpps } from './journey.ts';
import { sha256, type Story } from './story.ts';

/**
 * Whether all that was acknowledged of a story is there: its consent stands where it stood or
 * where it was last asked to go, its file has the same bytes, its payment is known. From then on
 * the story stands where the service says.
 */
export async function auditStory(story: Story, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  const consent = await tpp.get(`${CONSENTS}/${story.consentId}`);
  const status = expectData(story, consent, 200)['Status'] as ConsentStatus;
  if (status !== story.status && status !== story.asked) story.fail(`is ${status}`);
  story.status = status;
  story.asked = undefined;

  const file = await tpp.get(`${CONSENTS}/${story.consentId}/file`);
  expectStatus(story, file, story.hasFile ? 200 : 400);
  if (story.hasFile && sha256(file.text) !== story.sha256) story.fail('its file has changed');

  if (story.paymentId === undefined) return;
  const payment = await tpp.get(`${PAYMENTS}/${story.paymentId}`);
  const { Status } = expectData(story, payment, 200);
  const isPending = Status === 'InitiationPending' && !story.isFinished;
  if (!isPending && Status !== story.finalStatus) story.fail(`its payment is ${String(Status)}`);
  const report = await tpp.get(`${PAYMENTS}/${story.paymentId}/report-file`);
  expectStatus(story, report, 200);
}

/**
 * Repeats every request of a story with its own key: each must answer as it did and do nothing,
 * which statements and counts show later. Keys live for a day of the service's clock.
 */
export async function repeatRequests(story: Story, tpps: Tpps, tpp: Tpp): Promise<void> {
  if (story.consentId === undefined) return;
  await repeat(story, undefined, tpps);
  const key = story.key('consent');
  const other = await tpp.call('POST', CONSENTS, { body: '{"Data":{}}', key });
  expectStatus(story, other, 400);
  if (story.hasFile) {
    const again = await tpp.upload(consentOf(story), story.bytes, { key: story.key('upload') });
    expectStatus(story, again, 200);
  }
  if (story.paymentId !== undefined) await repeat(story, 'Authorised', tpps);
}

/** Acts as if the story stood there, so that its request goes out once more. */
async function repeat(story: Story, at: ConsentStatus | undefined, tpps: Tpps): Promise<void> {
  const { status } = story;
  story.status = at;
  await advance(story, tpps);
  story.status = status;
}
