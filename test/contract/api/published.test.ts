import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { bulkFile, payment } from '../../helpers/payment-file.ts';
import { PUBLISHED, readPublished } from '../../helpers/published.ts';
import { useService } from '../../helpers/use-service.ts';
import { type Description, judgeBy, templateOf } from './descriptions.ts';
import { collectExchanges, type Exchange } from './exchanges.ts';

const SCHEMA = new URL('../../../docs/schemas/UK.OBIE.PaymentInitiation.3.1.json', import.meta.url);

const chapter = useService();
let exchanges: readonly Exchange[] = [];

beforeAll(async () => {
  exchanges = await collectExchanges(chapter);
}, 120_000);

/** Returns the differences between the responses and a description of the API. */
function problemsOf(
  judged: readonly Exchange[],
  judge: (exchange: Exchange) => readonly string[],
): readonly string[] {
  return judged.flatMap((exchange) => {
    const { route, reply } = exchange;
    const where = `${route.operation.method} ${route.path} ${String(reply.status)}`;
    return judge(exchange).map((problem) => `${where}: ${problem}`);
  });
}

test('the recorded answers cover every path and status', () => {
  const answered = exchanges.filter(({ route, reply }) => reply.status === route.operation.success);
  expect(new Set(answered.map(({ route }) => route))).toEqual(new Set(ROUTES));
  const statuses = new Set(exchanges.map(({ reply }) => reply.status));
  expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 403, 406, 413, 415]);
  const bodies = answered.map(
    ({ reply }) => reply.json?.['Data'] as { Status?: string } | undefined,
  );
  expect(new Set(bodies.map((data) => data?.Status))).toEqual(
    new Set([
      undefined,
      ...['AwaitingUpload', 'AwaitingAuthorisation', 'Authorised', 'Consumed', 'Rejected'],
      ...['Pending', 'AcceptedSettlementInProcess', 'AcceptedSettlementCompleted'],
      'AcceptedCreditSettlementCompleted',
      ...['InitiationPending', 'InitiationCompleted', 'InitiationFailed', 'Cancelled'],
    ]),
  );
});

test('a family answers under its base paths only', async () => {
  for (const { bases, consents } of FAMILIES) {
    for (const base of ['pisp', 'vrp'] as const) {
      const address = `/open-banking/v3.1/${base}/${consents}/none`;
      const reply = await chapter.tpp().get(address);
      expect([address, reply.status]).toEqual([address, bases.includes(base) ? 400 : 404]);
    }
  }
});

describe("the service's own description", () => {
  let document: Description;

  beforeAll(async () => {
    const response = await fetch(`${chapter.service().origin}/openapi.json`);
    document = (await response.json()) as Description;
  });

  test('describes every answer', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    expect(problemsOf(exchanges, judgeBy(document, ajv, 'OBErrorResponse1'))).toEqual([]);
  });

  test('contains every path under every base path, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
      Object.keys(methods).map((method) => ({
        address: `${method.toUpperCase()} ${templateOf(path)}`,
        servers: servers ?? document['servers'],
      })),
    );
    const served = ROUTES.map(({ operation, path, family }) => ({
      address: `${operation.method} ${path}`,
      servers: family.bases.map((base) => ({ url: `/open-banking/v3.1/${base}` })),
    }));
    const others = [
      'POST /open-banking/v3.1/event-subscriptions',
      'GET /open-banking/v3.1/event-subscriptions',
      'PUT /open-banking/v3.1/event-subscriptions/{id}',
      'DELETE /open-banking/v3.1/event-subscriptions/{id}',
      'POST /open-banking/v3.1/events',
      'POST /extensions/v1/file-checks',
      'POST /extensions/v1/shadow/{id}/{id}',
      'GET /extensions/v1/file-payments/{id}/pain.002',
      'GET /extensions/v1/file-payments/{id}/camt.054',
      'POST /extensions/v1/event-subscriptions/{id}/test',
      'POST /extensions/v1/event-subscriptions/{id}/replay',
      'GET /extensions/v1/event-subscriptions/{id}/health',
      'POST /sandbox/token',
      'POST /sandbox/consents/{id}/decision',
      'POST /sandbox/consents/{id}/revocation',
      'POST /sandbox/payments/{id}/approvals',
      'POST /sandbox/payments/{id}/cancellation',
      'POST /sandbox/payments/{id}/returns',
      'GET /sandbox/accounts/{id}/entries',
      'GET /sandbox/accounts/{id}/camt.053',
      'GET /sandbox/users/{id}/code',
      'GET /sandbox/clock',
      'PUT /sandbox/clock',
    ].map((address) => ({ address, servers: [{ url: '/' }] }));
    expect(new Set(described)).toEqual(new Set([...served, ...others]));
    expect(described).toHaveLength(served.length + others.length);
  });

  test('describes the uploaded file like the schema in the repository', () => {
    const path = '/file-payment-consents/{ConsentId}/file';
    const [upload, read] = ['post', 'get'].map((method) => document.paths[path]?.[method]);
    const name = '#/components/schemas/UK.OBIE.PaymentInitiation.3.1';
    const content = { content: { 'application/json': { schema: { $ref: name } } } };
    expect(upload).toMatchObject({ requestBody: content });
    expect(read).toMatchObject({ responses: { 200: content } });
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema(document, 'description');
    const described = ajv.compile({ $ref: `description${name}` });
    const written = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
    const file = (payments: object[]) => ({ Data: { DomesticPayments: payments } });
    for (const [payments, isValid] of [
      [[payment(0)], true],
      [[], false],
      [[payment(0, { LocalInstrument: 'UK.OBIE.SWIFT' })], false],
      [[payment(0, { CreditorPostalAddress: { Country: 'GBR' } })], false],
    ] as const) {
      expect([described(file([...payments])), written(file([...payments]))]).toEqual([
        isValid,
        isValid,
      ]);
    }
  });

  test('has no unresolved reference', () => {
    const names = Object.keys((document['components'] as { schemas: object }).schemas);
    const text = JSON.stringify(document);
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)) {
      expect(names).toContain(name);
    }
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/);
  });

  test('describes the answers of the sandbox paths', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(document, 'description');
    const { origin } = chapter.service();
    const APPROVE = { user: 'clara', decision: 'approve' };
    const form = {
      ...{ grant_type: 'client_credentials', client_id: 'tpp-one', scope: 'payments' },
      client_secret: 'tpp-one-secret',
    };
    const file = bulkFile(1);
    const id = await chapter.tpp().consentFor(file);
    await chapter.tpp().upload(id, file);
    const decide = (body: object) => ({
      method: 'POST',
      headers: {
        authorization: `Bearer ${chapter.tpp().token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    for (const [template, path, init] of [
      ['/sandbox/token', '', { method: 'POST', body: new URLSearchParams(form) }],
      [
        '/sandbox/consents/{ConsentId}/decision',
        `/sandbox/consents/${id}/decision`,
        decide(APPROVE),
      ],
      ['/sandbox/accounts/{Account}/entries', '/sandbox/accounts/11280001234567/entries', {}],
      ['/sandbox/users/{User}/code', '/sandbox/users/clara/code', {}],
      ['/sandbox/clock', '', {}],
    ] as const) {
      const method = 'method' in init ? 'post' : 'get';
      const response = await fetch(`${origin}${path || template}`, init);
      const place = `description#/paths/${template.replaceAll('/', '~1')}/${method}`;
      const described = `${place}/responses/${String(response.status)}/content/application~1json/schema`;
      const validate = ajv.compile({ $ref: encodeURI(described) });
      validate(await response.json());
      expect([template, validate.errors]).toEqual([template, null]);
    }
  });
});

describe.each(PUBLISHED)('the published contract of %s', (name) => {
  const document = readPublished(name) as Description;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const judge = judgeBy(document, ajv, 'OBErrorResponse1');
  const templates = new Set(Object.keys(document.paths).map(templateOf));

  test('describes every answer of its paths', () => {
    // Exclude responses that differ from the contract on purpose. Status 413 is our addition
    // (docs/decisions, 3). The contract describes a payment file as a closed object without fields,
    // so no file can match.
    const judged = exchanges.filter(
      ({ route, reply }) =>
        templates.has(route.path) &&
        reply.status !== 413 &&
        !(route.name === 'readFile' && reply.status === 200),
    );
    expect(judged.length).toBeGreaterThan(50);
    expect(problemsOf(judged, judge)).toEqual([]);
  });

  test('has all its paths and names in our description', async () => {
    const response = await fetch(`${chapter.service().origin}/openapi.json`);
    const ours = (await response.json()) as Description;
    const own = ROUTES.filter(({ path }) => templates.has(path));
    expect(own.length).toBeGreaterThan(5);
    const paths = Object.keys(document.paths).filter((path) => path in ours.paths);
    expect(new Set(paths.map(templateOf))).toEqual(new Set(own.map(({ path }) => path)));
    for (const path of paths) {
      for (const [method, operation] of Object.entries(ours.paths[path] ?? {})) {
        const published = namesOf(document, document.paths[path]?.[method]);
        // Our description lacks two names of the contract: it describes a file by its format, and
        // VRP details use the schema of all payments.
        const other = published.filter((name) => !['File', 'OBDomesticVRPDetails'].includes(name));
        expect([method, path, namesOf(ours, operation)]).toEqual([
          method,
          path,
          expect.arrayContaining(other) as unknown,
        ]);
      }
    }
  });
});

/** Returns the names of the schemas to which an operation and its responses refer. */
function namesOf(document: Description, operation: unknown): readonly string[] {
  const text = JSON.stringify(operation ?? {});
  const answers = [...text.matchAll(/"#\/components\/responses\/([^"]+)"/g)].map(
    ([, name = '']) => (document['components'] as Json)['responses']?.[name],
  );
  const all = text + JSON.stringify(answers);
  return [...all.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
}

type Json = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
