import { describe, expect, it } from 'vitest';
import { EVERY, frequencyOf, patternOf } from '../../pis/src/payment/frequency.ts';
import { frequencyOf as bankFrequencyOf } from '../../src/versions/v4.0/frequencies.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { pis } from './fixtures.ts';
import { APPROVAL, PAYEE, run } from './payers.ts';
import { sandboxProfile } from './sandbox.ts';

const service = useSecureService();

const ORDER = ['order', 'create', ...PAYEE, '--amount', '650', '--reference', 'RENT', ...APPROVAL];

describe('pis order create', () => {
  it.each(['v3.1', 'v4.0'])('sets up all frequencies with %s', async (standard) => {
    const folder = await sandboxProfile(service(), '--standard', standard);
    for (const every of EVERY) {
      const args = ['--every', every, '--first', '2026-12-15', '--id', `RENT ${every}`];
      const ends = every === 'month' ? ['--count', '12'] : ['--last', '2027-12-31'];
      const { code, result } = await run([...ORDER, ...args, ...ends], { folder });
      expect([code, result['type']]).toEqual([5, 'domestic-standing-orders']);
      const shown = await run(['consent', 'show', `RENT ${every}`], { folder });
      const { consent } = shown.result as unknown as { consent: { Data: { Initiation: object } } };
      const first = '2026-12-15';
      expect(consent.Data.Initiation).toMatchObject(
        standard === 'v3.1'
          ? { Frequency: patternOf(every, first), Reference: 'RENT' }
          : { MandateRelatedInformation: { Frequency: frequencyOf(every, first) } },
      );
    }
  });

  it.each(EVERY)('writes %s as the bank converts it between the versions', (every) => {
    expect(bankFrequencyOf(patternOf(every, '2027-01-31'))).toEqual(
      frequencyOf(every, '2027-01-31'),
    );
  });

  it('takes the day from the first payment', () => {
    expect(patternOf('week', '2027-01-03')).toBe('IntrvlWkDay:01:07');
    expect(patternOf('fortnight', '2027-01-04')).toBe('IntrvlWkDay:02:01');
    expect(patternOf('quarter', '2027-01-05')).toBe('IntrvlMnthDay:03:05');
  });

  it.each([
    [['--every', 'moon', '--first', '2026-12-15'], 'Allowed choices are day, working-day'],
    [['--every', 'week', '--first', '2026-11-15'], '--first: found "2026-11-15"'],
    [['--every', 'week', '--first', '2026-12-15', '--last', '2026-12-14'], 'from 2026-12-15 on'],
    [['--every', 'week', '--first', '2026-12-15', '--count', '0'], 'a number from 1 to 9999'],
    [
      ['--every', 'day', '--first', '2026-12-15', '--count', '2', '--last', '2027-01-01'],
      'not both',
    ],
  ])('refuses %j', async (more, message) => {
    const { code, err } = await pis([...ORDER, ...more]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('pis status', () => {
  it.each(['v3.1', 'v4.0'])(
    'finds the type of an id that pis did not start, %s',
    async (standard) => {
      const folder = await sandboxProfile(service(), '--standard', standard);
      const id = `FIND ${standard}`;
      const pay = ['single', ...PAYEE, '--amount', '4', '--id', id, '--end-to-end-id', `${id} E2E`];
      const { result } = await run([...pay, ...APPROVAL], { folder });
      const other = await sandboxProfile(service(), '--standard', standard);
      const paymentId = String(result['paymentId']);
      const tried = await run(['status', paymentId], { folder: other });
      expect(tried).toMatchObject({ code: 0, result: { type: 'domestic-payments', id: null } });
      const known = await run(['status', `${id} E2E`], { folder });
      expect(known).toMatchObject({ code: 0, result });
      const wrong = ['status', paymentId, '--type', 'domestic-vrps'];
      expect((await pis(wrong, { folder: other })).code).toBe(2);
    },
  );

  it('prints each status until it is final with --watch', async () => {
    const folder = await sandboxProfile(service());
    const pay = ['single', ...PAYEE, '--amount', '5', '--id', 'WATCH', ...APPROVAL];
    const stop = new AbortController();
    const onError = (text: string): void => {
      if (text.includes('submitted')) stop.abort();
    };
    expect((await run(pay, { folder, signal: stop.signal, onError })).code).toBe(130);
    const { code, out } = await pis(['status', 'WATCH', '--watch'], { folder });
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly status: string }).status);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.at(-1)).toBe('AcceptedCreditSettlementCompleted');
  });

  it('reports an unknown id', async () => {
    const folder = await sandboxProfile(service());
    const { code, out, err } = await pis(['status', 'NOWHERE'], { folder });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('do not know "NOWHERE"');
  });
});

describe('pis consent', () => {
  it('revokes VRP consents only', async () => {
    const folder = await sandboxProfile(service());
    const pay = ['single', ...PAYEE, '--amount', '6', '--id', 'CONSENT', '--debtor', NORTHWIND];
    const { result } = await run([...pay, '--approve-as', 'clara'], { folder });
    const consentId = String(result['consentId']);
    for (const id of ['CONSENT', consentId]) {
      const shown = await run(['consent', 'show', id], { folder });
      expect(shown).toMatchObject({ code: 0, result: { consentId, status: 'Consumed' } });
      const { code, err } = await pis(['consent', 'revoke', id], { folder });
      expect([code, err]).toEqual([2, expect.stringContaining('VRP consents only')]);
    }
  });
});
