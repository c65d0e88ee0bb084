import { afterEach, beforeEach, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { familyNamed } from '../../../src/families/index.ts';
import {
  openReferenceScreening,
  type ReferenceScreening,
} from '../../../src/simulators/screening/server.ts';
import { tokenIn } from '../../../test-client/answer.ts';
import { eventually } from '../../helpers/eventually.ts';
import { account } from '../../helpers/payment-file.ts';
import { heldCase } from '../../helpers/screening.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';
import { subscribeIn } from '../events/stored-events.ts';
import { FamilyClient } from '../families/family-client.ts';
import { expectTimeline, timelineOf } from './timelines.ts';

const PAYEE = '20304012345678';

let screening: ReferenceScreening;
let service: RunningService;

beforeEach(async () => {
  screening = await openReferenceScreening({ port: 0 });
  service = await startService({ config: { screening: screening.url } });
});

afterEach(async () => {
  await service.end();
  await screening.close();
});

/** Decides a case as an operator. */
async function decide(id: number, name: string): Promise<void> {
  const act = { at: service.clock.now(), by: actorOf({ kind: 'operator', id: name }) };
  await service.store.decideCase({ id, decision: 'release', reason: 'checked' }, act);
  service.runner.wake();
}

test('shows a held payment that two operators release, and the events for the TPP', async () => {
  const tpp = await Tpp.signIn(service.origin);
  await subscribeIn(service.store);
  const client = new FamilyClient(tpp, familyNamed('domestic-payments'));
  const consentId = await client.prepared({ CreditorAccount: account(PAYEE, 'Suspicious Ltd') });
  const token = tokenIn(await client.decide(consentId));
  const { Initiation } = dataOf(await client.readConsent(consentId));
  const changed = { initiation: JSON.stringify(Initiation) };
  const paymentId = client.paymentIdOf(await client.submit({ consentId, token }, changed));
  const { id } = await heldCase(service, paymentId);
  await decide(id, 'claimed:anna/501');
  await expectTimeline(await timelineOf(service, paymentId), 'held');

  await decide(id, 'claimed:ben/502');
  await eventually(async () => {
    expect((await timelineOf(service, paymentId)).facts.status.code).toBe('ACSC');
  });
  const [first] = await service.store.openEvents('tpp-one', service.clock.now(), 1);
  const answers = { acknowledged: [String(first?.id)], errors: [] };
  await service.store.answerEvents('tpp-one', answers, service.clock.now());
  const timeline = await timelineOf(service, paymentId);
  const told = timeline.entries.filter(({ kind }) => kind === 'event').map(({ text }) => text);
  expect(told[0]).toBe('Event resource-update about the consent: the TPP acknowledged it.');
  expect(told.slice(1).every((text) => text.includes('has not acknowledged it yet'))).toBe(true);
  // An event has the time of its change, which can be the time of the next step, too.
  const entries = timeline.entries.filter(({ kind }) => kind !== 'event');
  await expectTimeline({ ...timeline, entries }, 'held-and-released');
});
