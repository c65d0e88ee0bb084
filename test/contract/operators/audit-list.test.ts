import { expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { useFreshBank } from '../../helpers/use-service.ts';
import { run } from '../../unit/cli/fixtures.ts';
import { approvedVrp, payVrp } from '../../helpers/vrp.ts';
import { FamilyClient } from '../families/family-client.ts';

const bank = useFreshBank();

interface Listed {
  readonly sequence: number;
  readonly action: string;
  readonly subject: string;
  readonly actorKind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Lists entries of the running service with `pisctl`. */
async function list(...options: string[]): Promise<readonly Listed[]> {
  const output = await run('audit', ['list', ...options], bank.service.directory);
  const lines = output === '' ? [] : output.split('\n');
  return lines.map((line) => JSON.parse(line) as Listed);
}

test('pisctl audit list --id lists the entries of a payment and of its consent', async () => {
  const client = new FamilyClient(bank.tpp, familyNamed('domestic-payments'));
  const { paymentId, consentId } = await client.paid();
  const listed = await list('--id', paymentId);
  expect(listed.map(({ action, subject }) => [action, subject])).toEqual([
    ['consentCreated', consentId],
    ['consentAuthorised', consentId],
    ['paymentSubmitted', paymentId],
  ]);
  expect(listed[2]).toMatchObject({ actorKind: 'tpp', detail: { consentId } });
});

test('entries of a payment under a permission name no other payment', async () => {
  const consent = await approvedVrp(bank.tpp);
  await payVrp(bank.tpp, consent);
  await payVrp(bank.tpp, consent);
  const all = await list('--id', consent.consentId, '--action', 'paymentSubmitted');
  expect(all).toHaveLength(2);
  const listed = await list('--id', all[0]?.subject ?? '');
  const actions = listed.map(({ action }) => action);
  expect(actions.filter((action) => action === 'paymentSubmitted')).toHaveLength(1);
  expect(actions).toContain('consentAuthorised');
});

test('pisctl audit list selects by action, sequence number and number of entries', async () => {
  await new FamilyClient(bank.tpp, familyNamed('domestic-payments')).paid();
  const newest = await list('--limit', '2');
  expect(newest).toHaveLength(2);
  expect(newest[1]).toMatchObject({ action: 'operatorCommand', subject: 'audit-list' });
  const [first] = newest;
  const earlier = await list('--before', String(first?.sequence), '--limit', '1');
  expect(earlier.map(({ sequence }) => sequence)).toEqual([(first?.sequence ?? 0) - 1]);
  expect((await list('--action', 'serviceStarted')).map(({ action }) => action)).toEqual([
    'serviceStarted',
  ]);
});

test('pisctl audit list refuses unknown actions and mixed options', async () => {
  await expect(list('--action', 'nothing')).rejects.toThrow('There is no such action');
  await expect(list('--limit', '1001')).rejects.toThrow('from 1 to 1000');
  await expect(list('--limit', '5', '--consent', 'c')).rejects.toThrow('without --data');
});
