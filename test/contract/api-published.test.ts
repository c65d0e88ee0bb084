import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/api/routes.ts';
import { FAMILIES } from '../../src/families/index.ts';
import { useService } from '../helpers/use-service.ts';
import { type Description, judgeBy, templateOf } from './descriptions.ts';
import { collectExchanges, type Exchange } from './exchanges.ts';

/** The published contract of version 3.1.9: two documents, each with a part of the addresses. */
const PUBLISHED = ['payment-initiation-openapi-3.1.9r7.json', 'vrp-openapi-3.1.9r7.json'];
const urlOf = (name: string): URL => new URL(`../../../shared/standard/${name}`, import.meta.url);
const there = PUBLISHED.filter((name) => existsSync(urlOf(name)));

const chapter = useService();
let exchanges: readonly Exchange[] = [];

beforeAll(async () => {
  exchanges = await collectExchanges(chapter);
}, 120_000);

/** What is wrong with any of the answers, and where. */
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

test('there are answers of every address and of every kind', () => {
  const answered = exchanges.filter(({ route, reply }) => reply.status === route.operation.success);
  expect(new Set(answered.map(({ route }) => route))).toEqual(new Set(ROUTES));
  const statuses = new Set(exchanges.map(({ reply }) => reply.status));
  expect([...statuses].sort()).toEqual([200, 201, 204, 400, 401, 403, 406, 413, 415]);
  const told = answered.map(({ reply }) => reply.json?.['Data'] as { Status?: string } | undefined);
  expect(new Set(told.map((data) => data?.Status))).toEqual(
    new Set([
      undefined,
      ...['AwaitingUpload', 'AwaitingAuthorisation', 'Authorised', 'Consumed', 'Rejected'],
      ...['Pending', 'AcceptedSettlementInProcess', 'AcceptedSettlementCompleted'],
      'AcceptedCreditSettlementCompleted',
      ...['InitiationPending', 'InitiationCompleted', 'InitiationFailed'],
    ]),
  );
});

test('a family answers below its bases, and below no other', async () => {
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
    expect(problemsOf(exchanges, judgeBy(document, ajv, 'Error'))).toEqual([]);
  });

  test('has every address and no other, below every base', () => {
    const described = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
      Object.keys(methods).map((method) => ({
        address: `${method.toUpperCase()} ${path}`,
        servers: servers ?? document['servers'],
      })),
    );
    const served = ROUTES.map(({ operation, path, family }) => ({
      address: `${operation.method} ${path}`,
      servers: family.bases.map((base) => ({ url: `/open-banking/v3.1/${base}` })),
    }));
    expect(new Set(described)).toEqual(new Set(served));
    expect(described).toHaveLength(served.length);
  });
});

describe.each(there)('the published contract %s', (name) => {
  const document = JSON.parse(readFileSync(urlOf(name), 'utf8')) as Description;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const judge = judgeBy(document, ajv, 'OBErrorResponse1');
  const templates = new Set(Object.keys(document.paths).map(templateOf));

  test('describes every answer of its addresses', () => {
    // 413 is a decision of ours (docs/decisions, 3). A payment file is described as a closed
    // object without members, which no file can be.
    const judged = exchanges.filter(
      ({ route, reply }) =>
        templates.has(route.path) &&
        reply.status !== 413 &&
        !(route.name === 'readFile' && reply.status === 200),
    );
    expect(judged.length).toBeGreaterThan(50);
    expect(problemsOf(judged, judge)).toEqual([]);
  });
});
