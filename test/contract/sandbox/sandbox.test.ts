import { describe, expect, test, vi } from 'vitest';
import { postForm } from '../../../test-client/authorisation.ts';
import { Transport } from '../../../test-client/transport.ts';
import { StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { DAY_MS, formatInstant } from '../../../src/shared/time.ts';
import { account, BAKERY, bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { faultsOf, type Reply, Tpp } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';

const { service, tpp } = useService();

interface Entry {
  readonly id: number;
  readonly bookedAt: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
  readonly counterparty: string;
  readonly kind: string;
}

interface Statement {
  readonly account: string;
  readonly balance: string;
  readonly entries: readonly Entry[];
  readonly next: number | null;
}

async function statement(number: string, query = ''): Promise<Statement> {
  const reply = await tpp().get(`/sandbox/accounts/${number}/entries${query}`);
  expect(reply.status).toBe(200);
  return reply.json as unknown as Statement;
}

describe('sandbox tokens', () => {
  const FORM = {
    grant_type: 'client_credentials',
    client_id: 'tpp-one',
    client_secret: 'tpp-one-secret',
    scope: 'payments',
  };

  async function ask(fields: Record<string, string>): Promise<[number, Record<string, unknown>]> {
    const url = `${service().origin}/sandbox/token`;
    const { status, headers, json = {} } = await postForm(new Transport(), url, fields);
    expect(headers.get('cache-control')).toBe('no-store');
    return [status, { ...json }];
  }

  test.each(['tpp-one', 'tpp-two'])('are given to %s', async (name) => {
    const form = { ...FORM, client_id: name, client_secret: `${name}-secret` };
    const [status, body] = await ask(form);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'payments',
    });
  });

  test('are different each time', async () => {
    const [one, other] = await Promise.all([ask(FORM), ask(FORM)]);
    expect(one[1]['access_token']).not.toBe(other[1]['access_token']);
  });

  test.each([
    ['a TPP that is no longer active', 'tpp-lapsed', 'tpp-lapsed-secret'],
    ['a TPP of another role', 'tpp-aisp', 'tpp-aisp-secret'],
    ['a TPP that is not there', 'tpp-nine', 'tpp-nine-secret'],
    ['a wrong secret', 'tpp-one', 'tpp-two-secret'],
    ['an empty secret', 'tpp-one', ''],
    ['nobody', '', ''],
  ])('are refused to %s', async (_, id, secret) => {
    const [status, body] = await ask({ ...FORM, client_id: id, client_secret: secret });
    expect([status, body['error']]).toEqual([401, 'invalid_client']);
  });

  test.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: '' }, 'unsupported_grant_type'],
    [{ scope: 'accounts' }, 'invalid_scope'],
    [{ scope: '' }, 'invalid_scope'],
  ])('are refused with %j', async (wrong, error) => {
    const [status, body] = await ask({ ...FORM, ...wrong });
    expect([status, body['error']]).toEqual([400, error]);
  });

  test('are refused if the request is not a form', async () => {
    const reply = await tpp().post('/sandbox/token', FORM, { token: null });
    expect([reply.status, reply.json?.['error']]).toEqual([400, 'invalid_request']);
  });
});

describe('sandbox accounts', () => {
  test.each([
    [NORTHWIND, '25000000.00'],
    ['11280001234568', '1000000.00'],
    ['11280001234569', '500.00'],
    ['11280001234570', '0.00'],
    ['11280001234571', '90000.00'],
    [BAKERY, '60000.00'],
    ['11280009876543', '2500.00'],
  ])('%s has the opening balance %s', async (number, balance) => {
    const fresh = await statement(number);
    expect([fresh.account, fresh.balance]).toEqual([number, balance]);
  });

  test.each(['99999900000001', '1', 'x%20y', '%C3%A9'])(
    '%s is refused as unknown',
    async (number) => {
      const reply = await tpp().get(`/sandbox/accounts/${number}/entries`);
      expect([reply.status, faultsOf(reply)]).toEqual([400, ['Resource.NotFound account']]);
    },
  );

  test.each([
    ['?after=-1', 'after'],
    ['?after=x', 'after'],
    ['?limit=1001', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=', 'limit'],
  ])('refuse the query %s', async (query, name) => {
    const reply = await tpp().get(`/sandbox/accounts/${BAKERY}/entries${query}`);
    expect([reply.status, faultsOf(reply)]).toEqual([400, [`Field.Invalid ${name}`]]);
  });

  test('are paged without gaps or repeats, and sum up to their balance', async () => {
    const before = Number((await statement(BAKERY)).balance);
    const credits = bulkFile(7, { CreditorAccount: account(BAKERY, 'Bright Bakes Ltd') });
    await tpp().finished(await tpp().pay(credits));
    const whole = await statement(BAKERY, '?limit=1000');
    const pages: Entry[] = [];
    let next: number | null = 0;
    while (next !== null) {
      const page: Statement = await statement(BAKERY, `?after=${String(next)}&limit=3`);
      expect(page.entries.length).toBeLessThanOrEqual(3);
      pages.push(...page.entries);
      next = page.next;
    }
    expect(pages).toEqual(whole.entries);
    expect(Number(whole.balance)).toBe(before + 73.5);
    expect(pages.slice(-7).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(
      Array.from({ length: 7 }, () => 'credit 10.50'),
    );
    for (const entry of pages) {
      expect(entry.currency).toBe('GBP');
      expect(entry.bookedAt).toMatch(/^2026-12-01T\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });
});

describe('the sandbox clock', () => {
  const put = (body: string): Promise<Reply> => tpp().call('PUT', '/sandbox/clock', { body });
  const read = async (): Promise<number> =>
    Date.parse((await tpp().get('/sandbox/clock')).json?.['now'] as string);

  test.each([
    '{}',
    '[]',
    'null',
    '{"now":1}',
    '{"now":"soon"}',
    '{"now":"2027-01-01"}',
    '{"now":"2027-01-01T09:00:00"}',
    '{"now":"2027-02-30T09:00:00Z"}',
  ])('refuses the body %s', async (body) => {
    const reply = await put(body);
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.InvalidDate now']]);
  });

  test('moves forward and never back', async () => {
    const before = await read();
    const moved = await put('{"now":"2026-12-01T12:00:00+00:00"}');
    expect(moved.status).toBe(200);
    const after = await read();
    expect(after).toBeGreaterThanOrEqual(Date.parse('2026-12-01T12:00:00Z'));
    expect(after).toBeLessThan(Date.parse('2026-12-01T12:05:00Z'));
    const back = await put(JSON.stringify({ now: new Date(before).toISOString() }));
    expect([back.status, faultsOf(back)]).toEqual([400, ['Field.InvalidDate now']]);
    expect(await read()).toBeGreaterThanOrEqual(after);
  });

  test('does not affect tokens when it moves', async () => {
    const other = await Tpp.signIn(service().origin, 'tpp-two');
    expect((await put('{"now":"2026-12-08T09:00:00Z"}')).status).toBe(200);
    for (let count = 0; count < 5; count += 1) await tpp().consentFor(bulkFile(1));
    expect((await other.get('/file-payment-consents/none')).status).toBe(400);
    expect((await tpp().get('/file-payment-consents/none')).status).toBe(400);
  });

  test('moves by at most ten years at a time', async () => {
    const before = await read();
    const later = (days: number): string => formatInstant(before + days * DAY_MS);
    const over = await put(JSON.stringify({ now: later(3661) }));
    expect([over.status, faultsOf(over)]).toEqual([400, ['Field.InvalidDate now']]);
    expect((await read()) - before).toBeLessThan(DAY_MS);
    expect((await put(JSON.stringify({ now: later(3660) }))).status).toBe(200);
    expect(await read()).toBeGreaterThanOrEqual(before + 3660 * DAY_MS);
  });
});

describe('a decision without a required account', () => {
  const CLARAS = '11280001234567, 11280001234568, 11280001234569';
  const file = bulkFile(1, { DebtorAccount: undefined });

  async function undecided(decision: Record<string, unknown>): Promise<Reply> {
    const consentId = await tpp().consentFor(file);
    expect((await tpp().upload(consentId, file)).status).toBe(200);
    return tpp().decide(consentId, decision);
  }

  test('is refused with the name debtorAccount and its possible values', async () => {
    const reply = await undecided({});
    expect([reply.status, faultsOf(reply)]).toEqual([400, ['Field.Missing debtorAccount']]);
    expect(reply.json?.['Errors']).toMatchObject([
      {
        Message:
          'debtorAccount is required, because the consent names no account. ' +
          `Expected one of ${CLARAS}.`,
      },
    ]);
  });

  test('succeeds if it names the account or rejects the consent', async () => {
    expect((await undecided({ debtorAccount: NORTHWIND })).status).toBe(200);
    expect((await undecided({ decision: 'reject' })).status).toBe(200);
  });
});

test('every sandbox user has a secret of their own for an authenticator app', async () => {
  const secrets = await Promise.all(
    SANDBOX_SEED.users.map(async ({ id }) => {
      const response = await fetch(`${service().origin}/sandbox/users/${id}/code`);
      const { uri } = (await response.json()) as { uri: string };
      return new URL(uri).searchParams.get('secret') ?? '';
    }),
  );
  expect(new Set(secrets).size).toBe(SANDBOX_SEED.users.length);
  // 160 bits in base32.
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

describe('a method that an endpoint does not support', () => {
  test.each([
    ['GET', '/sandbox/token', 'POST'],
    ['PATCH', `/sandbox/accounts/${NORTHWIND}/entries`, 'GET'],
    ['POST', '/sandbox/users/clara/code', 'GET'],
    ['GET', '/sandbox/consents/x/decision', 'POST'],
    ['DELETE', '/sandbox/clock', 'GET, PUT'],
    ['POST', '/health/ready', 'GET'],
    ['PUT', '/metrics', 'GET'],
    ['OPTIONS', '/openapi.json', 'GET'],
  ])('is refused with 405, not with 404: %s %s', async (...args) => {
    const [method, path, allow] = args;
    const response = await fetch(`${service().origin}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    expect(await response.json()).toMatchObject({ Code: '405 MethodNotAllowed' });
  });
});

describe('a failure of a sandbox endpoint', () => {
  test.each([
    [500, new Error('no such table: account')],
    [503, new StoreUnavailable('the disk is full')],
  ])('returns %i and is reported to the operators', async (status, error) => {
    vi.spyOn(service().store, 'findAccount').mockRejectedValueOnce(error);
    const reply = await tpp().get(`/sandbox/accounts/${NORTHWIND}/entries`);
    expect(reply.status).toBe(status);
    expect(faultsOf(reply)).toHaveLength(1);
    expect(reply.text).not.toContain(error.message);
    expect(reply.headers.has('x-fapi-interaction-id')).toBe(true);
    expect(service().events).toContainEqual(expect.objectContaining({ kind: 'failure', error }));
  });
});
