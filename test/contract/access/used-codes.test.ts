import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { useSecureService, type SecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();

/** Time for which an authenticator shows a one-time code, in milliseconds. */
const STEP_MS = 30_000;

/**
 * Time by which the test's clock is ahead, in milliseconds. It is longer than the test takes on any
 * machine.
 */
const AHEAD_MS = 10 * MINUTE_MS;

interface Shown {
  readonly code: string;
  readonly goodFrom: string;
  readonly validForSeconds: number;
}

async function shown({ origin }: SecureService): Promise<Shown> {
  return (await (await fetch(`${origin}/sandbox/users/clara/code`)).json()) as Shown;
}

/** Returns true if a one-time code is accepted for the approval of a consent. */
async function isTaken(code: string): Promise<boolean> {
  const tpp = new SecureTpp('tpp-one', service());
  const api = await SecureApi.open(service(), tpp);
  const url = await tpp.authorizeUrl(await clientOf(api, 'domestic-payments').prepared());
  const bank = { ...service(), nextCodeOf: () => Promise.resolve(code) };
  const customer = new SecureCustomer(bank);
  const place = await customer.decide(url, { user: 'clara', debtorAccount: NORTHWIND });
  return !place.url.includes('/interaction/');
}

describe('GET /sandbox/users/{user}/code after a code was used', () => {
  test('returns the next valid code and the time from which it is valid', async () => {
    // Stop the clock at the start of a time step. It must be ahead of the real time, because
    // requests are signed at the real time and must not be signed in the future.
    const held = service().holdMachineClock();
    const now = Math.ceil((held + AHEAD_MS) / STEP_MS) * STEP_MS;
    service().passMachineTime(now - held);

    const first = await shown(service());
    expect(await isTaken(first.code)).toBe(true);
    expect(await isTaken(first.code)).toBe(false);

    // The bank accepts the code of the next time step too, because clocks may differ.
    const second = await shown(service());
    expect(second.code).not.toBe(first.code);
    expect(Date.parse(second.goodFrom)).toBeLessThanOrEqual(now);
    expect(await isTaken(second.code)).toBe(true);

    const third = await shown(service());
    const goodInMs = Date.parse(third.goodFrom) - now;
    expect(goodInMs).toBeGreaterThan(0);
    expect(await isTaken(third.code)).toBe(false);
    expect((await shown(service())).code).toBe(third.code);
    service().passMachineTime(goodInMs);
    expect(await isTaken(third.code)).toBe(true);
  });
});
