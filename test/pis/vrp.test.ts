import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realTime } from '../helpers/real-time.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { pis } from './fixtures.ts';
import { APPROVAL, debits, PAYEE, run } from './payers.ts';
import { sandboxProfile } from './sandbox.ts';

const service = useSecureService();

const LIMITS = ['--max-per-payment', '20', '--max-per-month', '50'];

/** Creates an approved consent with a reference. Returns the folder of its profile and its id. */
async function consented(reference: string, standard = 'v3.1') {
  const folder = await sandboxProfile(service(), '--standard', standard);
  const create = ['vrp', 'create', ...PAYEE, ...LIMITS, '--reference', reference];
  const { code, err, result } = await run([...create, '--id', reference, ...APPROVAL], { folder });
  expect([code, err]).toEqual([0, expect.stringContaining('approved')]);
  const consent = String(result['consentId']);
  const pay = (id: string, amount = '20') =>
    run(['vrp', 'pay', consent, '--amount', amount, '--id', id], { folder });
  return { folder, consent, pay };
}

describe('pis vrp', () => {
  it.each(['v3.1', 'v4.0'])('pays within the limits, and revokes, with %s', async (standard) => {
    const { folder, consent, pay } = await consented(`VRP ${standard}`, standard);
    const first = await pay('V1');
    expect(first).toMatchObject({ code: 0, result: { id: 'V1', type: 'domestic-vrps' } });
    expect(await pay('V1')).toMatchObject({ code: 0, result: first.result });
    expect((await pay('V2')).code).toBe(0);
    expect(await debits(service(), `VRP ${standard}`)).toBe(2);

    const over = await pay('V3', '20.01');
    expect([over.code, over.err]).toEqual([3, expect.stringContaining('MaximumIndividualAmount')]);
    const month = await pay('V3', '10.01');
    expect([month.code, month.err]).toEqual([3, expect.stringContaining('PeriodicLimits')]);
    expect((await pay('V3', '10')).code).toBe(0);
    expect((await pay('V3', '9')).code).toBe(2);

    const revoked = await run(['vrp', 'revoke', consent], { folder });
    expect(revoked).toMatchObject({ code: 0, result: { consentId: consent, status: 'revoked' } });
    const after = await pay('V4', '1');
    expect([after.code, after.err]).toEqual([
      2,
      expect.stringContaining('The consent is revoked.'),
    ]);
    expect((await pis(['status', 'V1'], { folder })).code).toBe(0);
  });

  it('accepts the id of the consent, and revokes by pis consent', async () => {
    const { folder } = await consented('BY ID');
    const pay = ['vrp', 'pay', 'BY ID', '--amount', '1'];
    expect((await run(pay, { folder })).code).toBe(0);
    expect((await run(['consent', 'revoke', 'BY ID'], { folder })).code).toBe(0);
    expect((await run(pay, { folder })).code).toBe(2);
  });

  it('does not repeat a payment whose result was lost more than 23 hours ago', async () => {
    const { folder, pay } = await consented('LATE');
    expect((await pay('L1')).code).toBe(0);
    const hours = async (count: number) => {
      const states = join(folder, 'payments', 'sandbox');
      for (const name of await readdir(states)) {
        const state = JSON.parse(await readFile(join(states, name), 'utf8')) as {
          submittedAt?: number;
          paymentId?: string;
        };
        if (state.submittedAt === undefined) continue;
        delete state.paymentId;
        state.submittedAt = realTime() - count * 3600 * 1000;
        await writeFile(join(states, name), JSON.stringify(state));
      }
    };
    await hours(22);
    expect((await pay('L1')).code).toBe(0);
    await hours(24);
    const late = await pay('L1');
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('Look for the payment')]);
    expect(await debits(service(), 'LATE')).toBe(1);
  });

  it('needs a consent that it created, and a limit for a period', async () => {
    const folder = await sandboxProfile(service());
    const unknown = await pis(['vrp', 'pay', 'vrpc-none', '--amount', '1'], { folder });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no access token')]);
    const create = ['vrp', 'create', ...PAYEE, '--max-per-payment', '20'];
    const endless = await pis(create, { folder });
    expect([endless.code, endless.err]).toEqual([2, expect.stringContaining('--max-per-month')]);
  });
});
