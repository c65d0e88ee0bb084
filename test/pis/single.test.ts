import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../pis/src/payment/lock.ts';
import { States } from '../../pis/src/payment/payment-state.ts';
import { decide } from '../client/sandbox.ts';
import { TWO_APPROVALS } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { pis } from './fixtures.ts';
import { APPROVAL, debits, PAYEE, run, stateIn } from './payers.ts';
import { sandboxProfile } from './sandbox.ts';

const service = useSecureService();

/** Returns the arguments for a payment of 12.50 with this id as its reference. */
function single(id: string, ...more: readonly string[]): readonly string[] {
  const order = ['--amount', '12.50', '--reference', id, '--id', id];
  return ['single', ...PAYEE, ...order, ...APPROVAL, ...more];
}

describe('pis single', () => {
  it.each(['v3.1', 'v4.0'])('pays once for one id with %s', async (standard) => {
    const id = `ONCE ${standard}`;
    const folder = await sandboxProfile(service(), '--standard', standard);
    const first = await run(single(id), { folder });
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('submitted')]);
    expect(first.result).toMatchObject({
      ...{ id, type: 'domestic-payments', endToEndId: id, reason: null },
      status: standard === 'v3.1' ? 'AcceptedCreditSettlementCompleted' : 'ACCC',
    });
    const again = await run(single(id), { folder });
    expect(again).toMatchObject({ code: 0, err: '', result: first.result });
    expect(await debits(service(), id)).toBe(1);
    const states = join(folder, 'payments', 'sandbox');
    const [name = ''] = await readdir(states);
    expect((await stat(join(states, name))).mode & 0o777).toBe(0o600);
    expect(await stateIn(folder)).not.toHaveProperty('token');
  });

  it.each([
    ['created', []],
    ['created', ['consentId']],
    ['approved', []],
    ['approved', ['token']],
    ['submitted', []],
    ['submitted', ['paymentId']],
  ])('continues after it was killed when the payment was %s, without %j', async (step, lost) => {
    const id = `KILL ${step} ${String(lost.length)}`;
    const folder = await sandboxProfile(service());
    const killer = new AbortController();
    let before: Record<string, unknown> = {};
    const killed = await run(single(id), {
      ...{ folder, signal: killer.signal },
      onError: (text) => {
        if (text.includes(step)) killer.abort();
        else void stateIn(folder).then((state) => (before = state));
      },
    });
    expect(killed.code).toBe(130);
    const stored = { created: 'consentId', approved: 'token', submitted: 'paymentId' }[step];
    expect(await stateIn(folder)).toHaveProperty(String(stored));
    await stateIn(folder, (state) => {
      if (lost.includes('paymentId')) state['token'] = before['token'];
      for (const name of lost) Reflect.deleteProperty(state, name);
    });
    const resumed = await run(single(id), { folder });
    expect([resumed.code, resumed.result['status']]).toEqual([
      0,
      'AcceptedCreditSettlementCompleted',
    ]);
    expect(await debits(service(), id)).toBe(1);
  });

  it('refuses the same id with other values, and names them', async () => {
    const folder = await sandboxProfile(service());
    expect((await run(single('OTHER'), { folder })).code).toBe(0);
    const other = await run(single('OTHER', '--amount', '13.00'), { folder });
    expect(other.code).toBe(2);
    expect(other.err).toContain('amount: found "13.00", expected "12.50".');
    expect(other.err).not.toContain('reference:');
  });

  it('refuses an id that another process is paying', async () => {
    const folder = await sandboxProfile(service());
    const path = new States(folder, 'sandbox').lockOf('TWICE');
    const refused = await withLock(path, () => run(single('TWICE'), { folder }));
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('this payment')]);
    expect((await run(single('TWICE'), { folder })).code).toBe(0);
    expect(await debits(service(), 'TWICE')).toBe(1);
  });

  it('accepts other values for an id that the bank has refused', async () => {
    const folder = await sandboxProfile(service());
    const refused = await run(single('REFUSED', '--scheme', 'BACS'), { folder });
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('LocalInstrument')]);
    expect((await run(single('REFUSED'), { folder })).code).toBe(0);
  });

  it.each(['v3.1', 'v4.0'])(
    'reports a payment that the scheme rejects with %s',
    async (standard) => {
      const folder = await sandboxProfile(service(), '--standard', standard);
      const rejected = await run(single('REJECT', '--to', '99999900000001'), { folder });
      expect(rejected.code).toBe(1);
      expect(rejected.result['status']).toMatch(/^(Rejected|RJCT)$/);
      expect(rejected.result['reason']).toContain('AC01');
      expect(rejected.err).toContain('another --id');
      expect((await run(single('REJECT', '--to', '99999900000001'), { folder })).code).toBe(1);
    },
  );

  it('shows the id that it creates before it sends anything', async () => {
    const folder = await sandboxProfile(service());
    const args = ['single', ...PAYEE, '--amount', '1', ...APPROVAL];
    const { code, err, result } = await run(args, { folder });
    expect(code).toBe(0);
    expect(err.split('\n')[0]).toContain(`--id ${String(result['id'])}`);
  });

  it.each(['v3.1', 'v4.0'])('schedules a payment with %s', async (standard) => {
    const folder = await sandboxProfile(service(), '--standard', standard);
    const { code, result, err } = await run(single('LATER', '--date', '2026-12-31'), { folder });
    expect([code, result['type']]).toEqual([5, 'domestic-scheduled-payments']);
    expect(err).toContain('waits for its execution date');
    expect((await pis(['status', 'LATER'], { folder })).code).toBe(5);
  });

  it.each(['v3.1', 'v4.0'])('does not wait for a second approver with %s', async (standard) => {
    const folder = await sandboxProfile(service(), '--standard', standard);
    const args = ['single', ...PAYEE, '--amount', '2', '--id', 'TWO'];
    const approval = ['--approve-as', 'dora', '--account', TWO_APPROVALS];
    const { code, err } = await run([...args, ...approval], { folder });
    expect([code, err]).toEqual([5, expect.stringContaining('Another person must approve')]);
  });

  it('needs a terminal or a user of the sandbox', async () => {
    const folder = await sandboxProfile(service());
    const args = ['single', ...PAYEE, '--amount', '2', '--id', 'NOBODY'];
    const { code, out, err } = await pis(args, { folder });
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('--approve-as');
    expect((await pis(['status', 'NOBODY'], { folder })).code).toBe(5);
  });

  it('is approved in a browser, whose address is pasted', async () => {
    const folder = await sandboxProfile(service());
    const from = ['--debtor', '11280001234567'];
    const args = ['single', ...PAYEE, '--amount', '3', '--id', 'BROWSER', ...from];
    const address = Promise.withResolvers<string>();
    const ran = await pis(args, {
      ...{ folder, isTerminal: true, answer: () => address.promise },
      onError: (text) => {
        const url = /https:\S+/.exec(text)?.[0];
        if (url !== undefined) void decide(service(), url).then(address.resolve, address.reject);
      },
    });
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('3.00 GBP') as string });
  });

  it.each([
    [['--amount', '1.234'], '--amount: found "1.234". Expected an amount'],
    [['--amount', '1000000.01'], 'maximum of FPS'],
    [['--to', 'GB00ABCD11280001234567'], '--to: found'],
    [['--id', 'x'.repeat(36)], '--id: found'],
    [['--date', '2026-11-01'], '--date: found "2026-11-01"'],
    [['--json', 'none'], '--json: there is no field "none"'],
  ])('refuses %j before it sends anything', async (more, message) => {
    const { code, err } = await pis(single('WRONG', ...more), { folder: 'nowhere' });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
