import { Hono } from 'hono';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../src/domain/ports/store-admin.ts';
import type { Act, AuditEntry } from '../../../src/domain/records/audit.ts';
import { StoredFileDamaged } from '../../../src/domain/ports/storage-errors.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { backupRoutes } from '../../../src/ops/commands/backup.ts';
import { bankRoutes } from '../../../src/ops/commands/bank.ts';
import { clockRoutes } from '../../../src/ops/commands/clock.ts';
import { workRoutes } from '../../../src/ops/commands/work.ts';
import {
  MAX_REQUESTS,
  openControl,
  recorded,
  type ControlEnv,
  type ControlParts,
} from '../../../src/ops/control.ts';
import { inFolder } from '../../contract/store/fixtures.ts';

type Copy = Backup<string>['backup'];

const unrecorded = { record: () => Promise.resolve() };

/** Opens a control socket that serves these routes. */
function withControl(
  routes: Hono<ControlEnv>,
  use: (path: string, events: ServiceEvent[], close: () => Promise<void>) => Promise<void>,
  store: ControlParts['store'] = unrecorded,
) {
  return inFolder(async (directory) => {
    const [path, events] = [`${directory}/control.sock`, [] as ServiceEvent[]];
    // A service that was killed leaves its socket file behind.
    writeFileSync(path, '');
    const observe = (event: ServiceEvent): void => void events.push(event);
    const control = await openControl({ path, routes: [routes], store, clock: () => 0, observe });
    await use(path, events, () => control.close());
    await control.close();
  });
}

/** Opens a control socket whose `POST /backups` calls the given function. */
const withCopy = (backup: Copy, use: Parameters<typeof withControl>[1]) =>
  withControl(backupRoutes({ backup }), use);

const notToBeCalled: Copy = () => Promise.reject(new Error('not to be called'));

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and returns its status and the lines of the response. */
async function send(socketPath: string, route: string, { body, headers = {} }: Sent = {}) {
  const [method, path] = route.split(' ', 2);
  const outgoing = httpRequest({ socketPath, method, path, headers, agent: false });
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const lines = (await text(response)).split('\n').filter((line) => line !== '');
  return { status: response.statusCode, lines: lines.map((line): unknown => JSON.parse(line)) };
}

const copyTo = (path: string, to: unknown) => send(path, 'POST /backups', { body: { path: to } });

describe('the control socket', () => {
  it('is accessible for the service’s user only and is removed on close', () =>
    withCopy(notToBeCalled, async (path, _, close) => {
      expect(statSync(path).mode & 0o777).toBe(0o600);
      await close();
      expect(existsSync(path)).toBe(false);
    }));

  it('copies the database to the given path and reports each per cent once', () => {
    const asked: string[] = [];
    const backup: Copy = (to, onProgress) => {
      asked.push(to);
      for (let done = 0; done <= 1000; done += 1) onProgress(done, 1000);
      return Promise.resolve();
    };
    return withCopy(backup, async (path) => {
      const { status, lines } = await copyTo(path, '/somewhere');
      expect([status, asked]).toEqual([200, ['/somewhere']]);
      expect(lines).toHaveLength(102);
      expect(lines[50]).toEqual({ done: 500, of: 1000 });
      expect(lines.at(-1)).toEqual({ complete: true });
    });
  });

  it.each([
    [new Error('The disk is full.'), 'The disk is full.'],
    [new StoredFileDamaged('d1'), expect.stringMatching(/d1.*npx pisctl audit files/) as string],
  ])('reports why a copy failed to the client and in the log: %s', (failure, message) =>
    withCopy(
      () => Promise.reject(failure),
      async (path, events) => {
        const error = { code: 'internal_error', message };
        expect((await copyTo(path, '/somewhere')).lines).toEqual([{ error }]);
        expect(events).toMatchObject([{ kind: 'failure', what: 'the command POST /backups' }]);
      },
    ),
  );

  const wrongBody = 'The body must be {"path": "<absolute path>"}.';
  it.each([
    ['GET /help', undefined, 404, 'not_found', 'Unknown command.'],
    ['GET /backups', undefined, 404, 'not_found', 'Unknown command.'],
    ['GET /toString', undefined, 404, 'not_found', 'Unknown command.'],
    ['POST /backups', { path: 'relative' }, 400, 'invalid_request', wrongBody],
    ['POST /backups', { path: 7 }, 400, 'invalid_request', wrongBody],
    ['POST /backups', { path: '/x', force: true }, 400, 'invalid_request', wrongBody],
    ['POST /backups', '{', 400, 'invalid_request', wrongBody],
    ['POST /backups', undefined, 400, 'invalid_request', wrongBody],
    ['POST /backups', 'x'.repeat(8193), 413, 'too_large', 'The request is too large.'],
  ])('refuses %s with %j: %i %s', (route, body, status, code, message) =>
    withCopy(notToBeCalled, async (path, events) => {
      const answer = await send(path, route, { body });
      expect(answer).toEqual({ status, lines: [{ code, message }] });
      expect(events).toEqual([]);
    }),
  );

  it('refuses headers that are too large', () =>
    withCopy(notToBeCalled, async (path) => {
      const headers = { 'x-large': 'x'.repeat(10_000) };
      const outgoing = httpRequest({ socketPath: path, headers, agent: false });
      outgoing.end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(431);
      response.resume();
    }));

  it('runs one copy at a time and stops it when the client disconnects', () => {
    let [hasBegun, isBrokenOff] = [false, false];
    const backup: Copy = async (_, onProgress) => {
      hasBegun = true;
      try {
        for (;;) {
          onProgress(1, 2);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        isBrokenOff = true;
      }
    };
    return withCopy(backup, async (path, events) => {
      const first = httpRequest({ socketPath: path, method: 'POST', path: '/backups' });
      first.on('error', () => undefined);
      first.end('{"path":"/one"}');
      await expect.poll(() => hasBegun).toBe(true);
      const busy = { code: 'conflict', message: 'Another backup is already running.' };
      expect(await copyTo(path, '/two')).toEqual({ status: 409, lines: [busy] });
      expect(isBrokenOff).toBe(false);
      first.destroy();
      await expect.poll(() => isBrokenOff).toBe(true);
      await expect.poll(() => events.length).toBeGreaterThan(0);
      const error = { message: 'The client disconnected.' };
      expect(events).toMatchObject([{ kind: 'failure', error }]);
    });
  });

  it('refuses further requests while the maximum number is running', () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = 0;
    const routes = new Hono<ControlEnv>();
    routes.get('/wait', async (c) => {
      begun += 1;
      await ended;
      return c.json(null);
    });
    return withControl(routes, async (path) => {
      // Connections on which no request was sent do not count.
      const silent = Array.from({ length: MAX_REQUESTS }, () => createConnection(path));
      const waiting = Array.from({ length: MAX_REQUESTS }, () => send(path, 'GET /wait'));
      await expect.poll(() => begun).toBe(MAX_REQUESTS);
      expect(await send(path, 'GET /wait')).toMatchObject({
        status: 503,
        lines: [{ code: 'busy', message: expect.stringContaining('busy') as string }],
      });
      end();
      for (const answer of waiting) expect(await answer).toEqual({ status: 200, lines: [null] });
      expect(begun).toBe(MAX_REQUESTS);
      for (const socket of silent) socket.destroy();
    });
  });

  it('is closed only after the running commands have ended', async () => {
    const log: string[] = [];
    let [hasBegun, end] = [false, (): void => undefined];
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const routes = new Hono<ControlEnv>();
    routes.post('/abandon', async (c) => {
      hasBegun = true;
      await mayEnd;
      log.push('ended');
      return c.json(null);
    });
    await withControl(routes, async (path, _, close) => {
      const disconnected = expect(send(path, 'POST /abandon')).rejects.toThrow('socket hang up');
      await expect.poll(() => hasBegun).toBe(true);
      const closed = close().then(() => log.push('closed'));
      await disconnected;
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      end();
      await closed;
    });
    expect(log).toEqual(['ended', 'closed']);
  });

  /** Routes that record when they are called. */
  function lookRoutes(done: unknown[]): Hono<ControlEnv> {
    const routes = new Hono<ControlEnv>();
    routes.get('/look/:where', recorded('look'), (c) => {
      done.push(c.req.param('where'));
      return c.json(null);
    });
    return routes;
  }

  it.each([
    [{ 'x-operator': 'alice/1000' }, 'claimed:alice/1000'],
    [{}, 'control'],
  ])('records a command of %j with its operator before running it', (headers, id) => {
    const done: unknown[] = [];
    const store = {
      record: ({ by }: Act, entry: AuditEntry) => {
        done.push({ id: by.id, ...entry });
        return Promise.resolve();
      },
    };
    const use = async (path: string): Promise<void> => {
      expect((await send(path, 'GET /look/a%2Ft', { headers })).status).toBe(200);
      const entry = { action: 'operatorCommand', subject: 'look', detail: { argument: 'a/t' } };
      expect(done).toEqual([{ id, ...entry }, 'a/t']);
    };
    return withControl(lookRoutes(done), use, store);
  });

  it.each([
    ['alice', 400, 'x-operator must name an operator as <user>/<user id>.'],
    [`${'a'.repeat(65)}/0`, 400, 'x-operator must name an operator as <user>/<user id>.'],
    ['alice/1000', 500, 'The disk is full.'],
  ])('does not run a command of %s that cannot be recorded', (operator, status, message) => {
    const done: unknown[] = [];
    const store = { record: () => Promise.reject(new Error('The disk is full.')) };
    const use = async (path: string): Promise<void> => {
      const headers = { 'x-operator': operator };
      const answer = await send(path, 'GET /look/at', { headers });
      expect(answer).toMatchObject({ status, lines: [{ message }] });
      expect(done).toEqual([]);
    };
    return withControl(lookRoutes(done), use, store);
  });

  /** Commands that run before they are recorded fail differently, because they find no store. */
  const PARTS = { store: undefined, clock: () => 0 } as unknown;
  it.each([
    ['backups', backupRoutes({ backup: notToBeCalled })],
    ['users, mandates and approvals', bankRoutes(PARTS as Parameters<typeof bankRoutes>[0])],
    ['the clock', clockRoutes(PARTS as Parameters<typeof clockRoutes>[0])],
    ['failing work', workRoutes(PARTS as Parameters<typeof workRoutes>[0])],
  ])('does not run any command about %s that cannot be recorded', (_, routes) => {
    const store = { record: () => Promise.reject(new Error('The disk is full.')) };
    // The machine's clock is shown without an entry, because it is not the bank's data.
    const commands = new Set(routes.routes.map(({ method, path }) => `${method} ${path}`));
    commands.delete('GET /clock');
    expect(commands.size).toBeGreaterThan(0);
    const use = async (path: string): Promise<void> => {
      for (const command of commands) {
        const body = command === 'POST /backups' ? { path: '/to' } : undefined;
        const answer = await send(path, command.replace(/:\w+/g, '1'), { body });
        const refused = { status: 500, lines: [{ message: 'The disk is full.' }] };
        expect([command, answer]).toMatchObject([command, refused]);
      }
    };
    return withControl(routes, use, store);
  });

  it('that cannot be opened is reported as a failure, and the service continues', async () => {
    const events: ServiceEvent[] = [];
    const control = await openControl({
      ...{ path: '/nowhere/at/all/control.sock', routes: [], store: unrecorded, clock: () => 0 },
      observe: (event) => void events.push(event),
    });
    expect(events).toMatchObject([{ kind: 'failure' }]);
    await control.close();
  });
});
