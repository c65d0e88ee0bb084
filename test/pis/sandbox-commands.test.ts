import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestLogPath } from '../../pis/src/bank/connection.ts';
import { decideInSandbox } from '../../pis/src/bank/sandbox.ts';
import { SANDBOX_ANSWERS } from '../../pis/src/commands/tools/sandbox.ts';
import { loadProfile } from '../../pis/src/profile/profile.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import { connectTo, INITIATION } from '../client/sandbox.ts';
import { eventually } from '../helpers/eventually.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { pis, type Ran } from './fixtures.ts';
import { profileOf } from './tools-sandbox.ts';

const service = useSecureService();
let folder: string;
beforeEach(async () => {
  folder = await profileOf(service());
});

const sandbox = (...args: readonly string[]): Promise<Ran> => pis(['sandbox', ...args], { folder });

/** Pays from an account that a user chooses. Returns the id of the payment. */
async function pay(user: string, debtorAccount: string) {
  const bank = await connectTo(service(), 'v3.1');
  const payments = bank.payments('domestic-payments');
  const { DebtorAccount, ...Initiation } = INITIATION;
  expect(DebtorAccount).toBeDefined();
  const { ConsentId } = (await payments.createConsent({ Data: { Initiation }, Risk: {} })).Data;
  const connection = { name: 'sandbox', profile: await loadProfile(folder, 'sandbox') };
  const decision = { user, debtorAccount, decision: 'approve' } as const;
  const { signal } = new AbortController();
  const token = await decideInSandbox(connection, ConsentId, decision, signal);
  const body = { Data: { ConsentId, Initiation }, Risk: {} };
  const id = (await payments.createPayment(body, { token })).Data.DomesticPaymentId;
  await bank.close();
  return id;
}

describe('pis sandbox', () => {
  test('clock shows the time and moves it', async () => {
    const { now } = JSON.parse((await sandbox('clock')).out) as { now: string };
    const { code, out } = await sandbox('clock', '+1d');
    expect(code).toBe(0);
    const moved = (JSON.parse(out) as { now: string }).now;
    expect(Date.parse(moved) - Date.parse(now)).toBeGreaterThanOrEqual(86_400_000);
    expect(await sandbox('clock', 'tomorrow')).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('"tomorrow"') as string },
    });
    const back = await sandbox('clock', now);
    expect([back.code, back.err]).toEqual([3, expect.stringContaining('cannot be moved back')]);
  });

  test('answer lists the accounts for which the schemes have an answer', async () => {
    const asked = { sentAt: 0, now: 0, from: 0, limit: 1, only: null };
    const answers = await createSchemes().ask({} as never, asked);
    const expected = 'byCreditor' in answers ? answers.byCreditor : {};
    const listed = SANDBOX_ANSWERS.map(({ account, ...answer }) => [account, answer]);
    expect(Object.fromEntries(listed)).toEqual(expected);
    const { code, out } = await sandbox('answer', '--json', 'account');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      SANDBOX_ANSWERS.map(({ account }) => ({ account })),
    ]);
  });

  test('return returns a paid payment', async () => {
    const id = await pay('clara', '11280001234567');
    const ran = await eventually(async () => {
      const tried = await sandbox('return', id, '--reason', 'AC06');
      expect(tried.code, tried.err).toBe(0);
      return tried;
    });
    expect(JSON.parse(ran.out)).toEqual({ paymentId: id, status: 'Returned' });
    const again = await sandbox('return', id);
    expect([again.code, again.out]).toEqual([3, '']);
  });

  test('approve adds a further approval', async () => {
    const id = await pay('dora', '11280005550001');
    const { code, out } = await sandbox('approve', id, '--user', 'dina');
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { paymentId: id, status: 'Authorised', received: 2, required: 2 },
    ]);
    const other = await pay('dora', '11280005550001');
    const rejected = await sandbox('approve', other, '--user', 'dina', '--reject');
    expect(JSON.parse(rejected.out)).toMatchObject({ status: 'Rejected' });
  });

  test('is refused for the profile of a bank', async () => {
    folder = await profileOf(service(), { sandbox: undefined });
    const { code, err } = await sandbox('clock');
    expect([code, err]).toEqual([2, expect.stringContaining('Only a sandbox offers this.')]);
  });
});

describe('pis logs tail', () => {
  const tail = (...args: readonly string[]) => pis(['logs', 'tail', ...args], { folder });

  test('shows the last requests', async () => {
    expect(await tail()).toMatchObject({ code: 0, out: '' });
    await pis(['events', 'status'], { folder });
    const { code, out } = await tail('-n', '1');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ operation: 'GET /event-subscriptions', status: 200 });
    const shown = await pis(['logs', 'tail'], { folder, isTerminal: true });
    expect(shown.out).toMatch(/^20\S+Z {2}200 {2} +\d+ ms {2}[-0-9a-f]{36} {2}GET \/event-subs/);
  });

  test('follows the log, also when it is started again', async () => {
    const path = requestLogPath(folder, 'sandbox');
    await mkdir(dirname(path), { recursive: true });
    const stop = new AbortController();
    let out = '';
    const ran = pis(['logs', 'tail', '--follow', '--json', 'operation'], {
      ...{ folder, signal: stop.signal },
      onOut: (text) => (out += text),
    });
    const line = (operation: string) =>
      `${JSON.stringify({ at: '', operation, milliseconds: 1, interactionId: '', attempt: 1 })}\n`;
    await appendFile(path, line('GET /one'));
    await eventually(() => expect(out).toContain('GET /one'));
    await writeFile(path, line('GET /two'));
    await eventually(() => expect(out).toContain('GET /two'));
    stop.abort();
    expect((await ran).code).toBe(130);
    expect(out.trim().split('\n')).toHaveLength(2);
  });

  test('needs a profile', async () => {
    expect((await tail('--profile', 'other')).code).toBe(2);
  });
});
