import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { faultsOf, type Reply } from '../../helpers/tpp.ts';
import { useService } from '../../helpers/use-service.ts';
import { FamilyClient } from '../families/family-client.ts';
import { OPERATION_CASES } from './operation-cases.ts';

const OUR_COPY = new URL('../../../fixtures/endpoints.tsv', import.meta.url);

interface Row {
  readonly method: string;
  readonly path: string;
  readonly grant: string;
  readonly idempotency: string;
  readonly success: number;
}

const ROWS: readonly Row[] = readFileSync(OUR_COPY, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', grant = '', idempotency = '', success] = line.split('\t');
    return { method, path, grant, idempotency, success: Number(success) };
  });

const { tpp } = useService();

test('there are 36 distinct endpoints', () => {
  expect(new Set(ROWS.map(({ method, path }) => `${method} ${path}`)).size).toBe(36);
});

describe.each(ROWS)('$method $path', ({ method, path, grant, idempotency, success }) => {
  const route = ROUTES.find(
    (candidate) =>
      candidate.operation.method === method && candidate.path === path.replace(/\{\w+\}/, '{id}'),
  );

  /** Sends the requests that must come first, and then the request of the tested operation. */
  async function ask(key: string | null, wrong = false): Promise<Reply> {
    const { name, family } = expectDefined(route, `the route of ${method} ${path}`);
    const client = new FamilyClient(tpp(), family);
    const { id, token, wrongToken, body } = await OPERATION_CASES[name](client);
    const isOwn = (wrong ? wrongToken : token) === tpp().token;
    expect(isOwn).toBe((grant === 'Client Credentials') !== wrong);
    const address = path.replace(/\{\w+\}/, id);
    return tpp().call(method, address, { token: wrong ? wrongToken : token, body, key });
  }

  test(`answers ${String(success)} to a token of ${grant}`, async () => {
    const reply = await ask(`${method} first`);
    expect([reply.status, faultsOf(reply)]).toEqual([success, []]);
  });

  test('answers 403 to a token of the other grant type', async () => {
    expect((await ask(`${method} second`, true)).status).toBe(403);
  });

  if (method === 'POST')
    test(`idempotency: ${idempotency}`, async () => {
      const reply = await ask(null);
      if (idempotency === 'Yes') {
        expect([reply.status, faultsOf(reply)]).toEqual([
          400,
          ['Header.Missing x-idempotency-key'],
        ]);
      } else {
        expect(reply.status).toBe(success);
      }
    });
});
