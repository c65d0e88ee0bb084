import { describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, MINUTE_MS } from '../../src/shared/time.ts';
import { bulkFile, payment, fileOf } from '../helpers/payment-file.ts';
import { consentBody, dataOf, Tpp } from '../helpers/tpp.ts';
import { useFreshBank } from '../helpers/use-service.ts';
import { run } from '../unit/cli/fixtures.ts';

const TUESDAY = Date.parse('2026-12-01T09:00:00Z');
const MONTH_MS = 31 * DAY_MS;

const bank = useFreshBank({ now: TUESDAY });

function ready(): Promise<Response> {
  return fetch(`${bank.service.origin}/health/ready`);
}

async function statusOf(paymentId: string, tpp = bank.tpp): Promise<unknown> {
  return dataOf(await tpp.get(`/file-payments/${paymentId}`))['Status'];
}

/** Submits a payment that is dated thirty days ahead. */
function payLater(): Promise<string> {
  const day = formatInstant(TUESDAY + 30 * DAY_MS);
  return bank.tpp.pay(fileOf([payment(1)]), { RequestedExecutionDateTime: day });
}

describe("a machine's clock that jumps by a month", () => {
  test('causes no payments dated ahead until an operator confirms it', async () => {
    const later = await payLater();
    bank.service.leapMachineClock(MONTH_MS);
    const answer = await ready();
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        status: 'not ready',
        node: expect.any(String) as string,
        canWrite: true,
        reason:
          "The machine's clock jumped by 31 days. No due work is executed. See: npx pisctl clock show",
      },
    ]);
    const metrics = await (await fetch(`${bank.service.origin}/metrics`)).text();
    expect(metrics).toContain('pis_clock_in_doubt 1');
    bank.service.runner.wake();
    expect(await bank.service.runner.drain(0)).toBe(false);
    expect(await statusOf(later)).toBe('InitiationPending');

    const { directory } = bank.service;
    expect(await run('clock', ['show'], directory)).toContain('is not trusted');
    expect(await run('clock', ['confirm'], directory)).toContain(' and is trusted.');
    // The confirmed time is after the expiry of the old token.
    const tpp = await Tpp.signIn(bank.service.origin);
    await expect.poll(() => statusOf(later, tpp)).toBe('InitiationCompleted');
    expect((await ready()).status).toBe(200);
    await expect(run('clock', ['confirm'], directory)).rejects.toThrow('already trusted');
  });

  test('deletes no token and no idempotency key, and pays nothing twice', async () => {
    const { tpp, service } = bank;
    const body = JSON.stringify(consentBody(bulkFile(1)));
    const ask = async () => {
      const reply = await tpp.call('POST', '/file-payment-consents', { body, key: 'once' });
      return [reply.status, reply.status === 201 ? dataOf(reply)['ConsentId'] : reply.text];
    };
    const first = await ask();
    expect(first[0]).toBe(201);
    service.leapMachineClock(MONTH_MS);
    // Issuing a token deletes expired ones.
    const other = await Tpp.signIn(service.origin);
    expect(await ask()).toEqual(first);
    service.leapMachineClock(-MONTH_MS);
    expect((await other.get('/file-payment-consents/none')).status).toBe(400);
    expect(await ask()).toEqual(first);
  });

  test('and back is trusted again, and payments due by then are made', async () => {
    const { service, tpp } = bank;
    service.leapMachineClock(MONTH_MS);
    const soon = await tpp.pay(bulkFile(2));
    expect((await ready()).status).toBe(503);
    expect(await statusOf(soon)).toBe('InitiationPending');
    service.leapMachineClock(MINUTE_MS - MONTH_MS);
    expect((await ready()).status).toBe(200);
    expect((await tpp.finished(soon))['Status']).toBe('InitiationCompleted');
  });

  test("keeps the sandbox's clock unchanged", async () => {
    const { service, tpp } = bank;
    service.leapMachineClock(MONTH_MS);
    const body = JSON.stringify({ now: formatInstant(TUESDAY + DAY_MS) });
    const moved = await tpp.call('PUT', '/sandbox/clock', { body });
    expect(moved.status).toBe(503);
    expect(moved.json?.['Message']).toContain('/health/ready');
    service.leapMachineClock(-MONTH_MS);
    await tpp.moveClock(formatInstant(TUESDAY + DAY_MS));
  });
});

test('a start with a clock behind the times in the database executes nothing that is due', async () => {
  const later = await payLater();
  bank.service.passMachineTime(DAY_MS);
  await Tpp.signIn(bank.service.origin);
  bank.service.leapMachineClock(-2 * DAY_MS);
  await bank.restart();
  const answer = (await (await ready()).json()) as { reason: string };
  expect(answer.reason).toContain('behind the latest time in the database');
  expect(await statusOf(later)).toBe('InitiationPending');
  await run('clock', ['confirm'], bank.service.directory);
  expect((await ready()).status).toBe(200);
});

test("moving the sandbox's clock does not change the reported time of the machine", async () => {
  const { service, tpp } = bank;
  const show = () => run('clock', ['show'], service.directory);
  expect(await show()).toMatch(/^The clock of \S+ shows 2026-12-01 09:.* and is trusted\.$/);
  await tpp.moveClock(formatInstant(TUESDAY + DAY_MS));
  expect(await show()).toMatch(/^The clock of \S+ shows 2026-12-01 09:.* and is trusted\.$/m);
  expect(await show()).toMatch(/^Business time, moved by \/sandbox\/clock: 2026-12-02 09:.*\.$/m);
});

test('the clock command fails if no service is running', async () => {
  await expect(run('clock', ['show'], '/nowhere')).rejects.toThrow('No service is running');
});
