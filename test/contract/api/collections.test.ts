import { readdirSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ROUTES } from '../../../src/api/routes.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import type { Instant } from '../../../src/shared/time.ts';
import { parseHttpFile, Walker, type FileRequest } from '../../helpers/http-file.ts';
import { startSigningService } from '../../helpers/signing-service.ts';
import { startService, type RunningService } from '../../helpers/service.ts';

const FOLDER = 'docs/http';

const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.http'))
  .sort();

/** The collection that needs a service with signing keys, because events are signed. */
const EVENTS = 'v4-events.http';

const UNSIGNED = FILES.filter((name) => name !== EVENTS);

/** A time on a business day before every cut-off, three weeks before Christmas. */
const TUESDAY_MORNING: Instant = Date.parse('2026-12-01T09:00:00Z');

/**
 * A time after every cut-off. The next four days are not business days, and summer time begins on
 * one of them.
 */
const EVE_OF_EASTER: Instant = Date.parse('2027-03-25T22:30:00Z');

/** Maximum time of the background work that follows a submission, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Matches the characters between two words, which are names, codes, paths or amounts. */
const BETWEEN_WORDS = /[^\w.-]+/;

async function openSandbox(now: Instant): Promise<RunningService> {
  const service = await startService({ now });
  onTestFinished(service.end);
  return service;
}

function walkerOf(file: string, { origin }: RunningService, now: Instant): Walker {
  return new Walker(`${FOLDER}/${file}`, { host: origin, now });
}

/** Sends a request. Repeats a GET until background work has produced the expected response. */
async function meet(walker: Walker, request: FileRequest): Promise<void> {
  const { announced, method, title } = request;
  const attempt = async (): Promise<void> => {
    const { status, text } = await walker.send(request);
    const found = new Set(text.split(BETWEEN_WORDS));
    const words = announced.words.filter((word) => found.has(word));
    expect({ status, words }, `${title}\n${text}`).toEqual(announced);
  };
  await (method === 'GET' ? vi.waitFor(attempt, { timeout: PATIENCE_MS }) : attempt());
}

async function walk(file: string, service: RunningService, now: Instant): Promise<void> {
  const walker = walkerOf(file, service, now);
  for (const request of walker.requests) await meet(walker, request);
  expect(await service.store.auditBooks()).toEqual([]);
}

describe('the request collections', () => {
  test('cover every family, multiple approvals, and the check of a file', () => {
    const names = [...FAMILIES.map(({ name }) => name), 'file-checks', 'several-approvals'];
    const later = ['domestic-payments', 'domestic-standing-orders', 'domestic-vrps', 'events'];
    const all = [...names, ...later.map((name) => `v4-${name}`)];
    expect(FILES).toEqual(all.map((name) => `${name}.http`).sort());
  });

  test('call every operation of the service', async () => {
    const service = await openSandbox(TUESDAY_MORNING);
    const called = FILES.flatMap((file) => walkerOf(file, service, TUESDAY_MORNING).requests).map(
      ({ method, address }) =>
        `${method} ${address.replace('{{api}}', '').replace(/\{\{\w+\}\}/, '{id}')}`,
    );
    const offered = ROUTES.map(({ operation, path }) => `${operation.method} ${path}`);
    expect(called).toEqual(expect.arrayContaining(offered));
  });

  test('give the announced answers about events', async () => {
    const service = await startSigningService();
    onTestFinished(() => service.end());
    const walker = new Walker(`${FOLDER}/${EVENTS}`, { host: service.origin, now: service.now() });
    for (const request of walker.requests) await meet(walker, request);
  });

  test.each(UNSIGNED)(
    'give the announced answers in %s on a new sandbox, on the eve of Easter',
    async (file) => {
      await walk(file, await openSandbox(EVE_OF_EASTER), EVE_OF_EASTER);
    },
  );

  test('give the announced answers one after the other on one sandbox, sorted by name', async () => {
    const service = await openSandbox(TUESDAY_MORNING);
    for (const file of UNSIGNED) await walk(file, service, TUESDAY_MORNING);
  });
});

describe('an invalid request collection', () => {
  test('is rejected if a request announces no status', () => {
    const file = '### Is anybody there?\nGET {{host}}/health/live\n';
    expect(() => parseHttpFile(file)).toThrow('"Is anybody there?" announces no status.');
  });

  test('fails if a request needs an answer that does not exist', async () => {
    const service = await openSandbox(TUESDAY_MORNING);
    const walker = walkerOf('domestic-payments.http', service, TUESDAY_MORNING);
    const [, registration] = walker.requests;
    await expect(walker.send(expectDefined(registration, 'the second request'))).rejects.toThrow(
      'the answer to signIn is absent',
    );
  });

  test('fails if it uses an undefined variable', async () => {
    const service = await openSandbox(TUESDAY_MORNING);
    const walker = walkerOf('domestic-payments.http', service, TUESDAY_MORNING);
    const [signIn] = walker.requests;
    const astray = { ...expectDefined(signIn, 'the first request'), address: '{{nowhere}}/token' };
    await expect(walker.send(astray)).rejects.toThrow('{{nowhere}} is absent');
  });
});
