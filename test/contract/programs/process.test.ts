import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { domesticStandingOrders } from '../../../src/families/domestic-standing-orders/index.ts';
import { DAY_MS, formatInstant } from '../../../src/shared/time.ts';
import { payOrder, standingOrder } from '../../helpers/orders.ts';
import { bulkFile, NORTHWIND } from '../../helpers/payment-file.ts';
import { beginRequest } from '../../helpers/raw.ts';
import { dataOf, Tpp } from '../../helpers/tpp.ts';

const FREE_PORTS = { PIS_HTTP_PORT: '0', PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' };

/** The cache of compiled code, with which processes start faster. */
const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

let directory: string;
const processes: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pis-process-'));
  // Copy existing certificates and keys, because creating them would slow down the first start.
  cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
});
afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the service as a process, as an operator does, and collects its output. */
function run(environment: Record<string, string> = {}): {
  child: ChildProcess;
  /** Resolves with the service's address when the service accepts requests. */
  origin: Promise<string>;
  /** Resolves with the exit code and the whole output when the process ends. */
  ended: Promise<{ code: unknown; output: string; errors: string }>;
} {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...FREE_PORTS, ...COMPILED, PIS_DATA_DIR: directory, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  processes.push(child);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as unknown, output, errors }));
  const listening = once(child, 'message').then(([message]) => {
    return `http://127.0.0.1:${String((message as { port: number }).port)}`;
  });
  const origin = Promise.race([
    listening,
    ended.then((result) => Promise.reject(new Error(`It did not start. ${result.errors}`))),
  ]);
  // Tests that wait only for the end of the process ignore the address.
  origin.catch(() => undefined);
  return { child, origin, ended };
}

describe('does not start', () => {
  test.each([
    [{ PIS_RATE_BURST: 'many' }, 'PIS_RATE_BURST=many'],
    [{ PIS_FILE_MAXBYTES: '1' }, 'PIS_FILE_MAXBYTES is not a setting'],
    [{ PIS_PROFILE: 'secure' }, 'PIS_PROFILE=secure'],
    [{ PIS_PROFILE: 'secure', PIS_HTTP_PORT: 'x' }, 'PIS_HTTP_PORT=x'],
  ])('with %j, and prints a reason of one line', async (settings, reason) => {
    const { code, errors, output } = await run(settings).ended;
    expect(code).toBe(2);
    expect(errors).toMatch(/^Not started[^\n]+\n$/);
    expect(errors).toContain(reason);
    expect(output).toBe('');
  });

  test.each(['PIS_HTTP_PORT', 'PIS_HTTPS_PORT', 'PIS_PAGES_PORT', 'PIS_METRICS_PORT'])(
    'if the port is in use, and names the setting %s',
    async (setting) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = String((other.address() as AddressInfo).port);
      const { code, errors } = await run({ [setting]: port }).ended;
      other.close();
      expect([code, errors]).toEqual([
        2,
        `Not started: port ${port} is taken: stop the program that uses it, or set ${setting} ` +
          '(0 chooses a free port).\n',
      ]);
    },
  );

  test('if the data folder is a file', async () => {
    const path = join(directory, 'data');
    writeFileSync(path, '');
    for (const named of [path, join(path, 'below')]) {
      const { code, errors } = await run({ PIS_DATA_DIR: named }).ended;
      expect(code).toBe(2);
      expect(errors).toMatch(
        /^Not started: PIS_DATA_DIR=[^\n]+ not a folder[.] Name a folder[^\n]+\n$/,
      );
    }
  });

  test('if the database file is not a database', async () => {
    writeFileSync(
      join(directory, 'service.db'),
      'not a database, but long enough to be read'.repeat(99),
    );
    const { code, errors } = await run().ended;
    expect(code).toBe(2);
    expect(errors).toMatch(/^Not started[^\n]+\n$/);
  });
});

describe('a request to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s stops the service cleanly, keeps its data and logs no secrets',
    async (signal) => {
      const first = run({ PIS_LOG_LEVEL: 'trace' });
      const tpp = await Tpp.signIn(await first.origin);
      const paymentId = await tpp.pay(bulkFile(10));
      await tpp.finished(paymentId);
      first.child.kill(signal);
      const { code, output, errors } = await first.ended;
      expect([code, errors]).toEqual([0, '']);
      const lines = output.trim().split('\n');
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('time');
      expect(lines.at(-1)).toContain('stopped');
      expect(output).toContain(paymentId);
      for (const secret of [
        tpp.token,
        'tpp-one-secret',
        '1128000',
        '2000000',
        'Northwind',
        'Fresco',
      ]) {
        expect(output).not.toContain(secret);
      }

      const second = run();
      const again = await Tpp.signIn(await second.origin);
      expect(dataOf(await again.get(`/file-payments/${paymentId}`))['Status']).toBe(
        'InitiationCompleted',
      );
      second.child.kill(signal);
      expect((await second.ended).code).toBe(0);
    },
  );

  test('interrupts a long move of the clock, reports it, and fails no payment', async () => {
    const { child, origin, ended } = run();
    const tpp = await Tpp.signIn(await origin);
    const clock = await tpp.get('/sandbox/clock');
    const today = Date.parse(clock.json?.['now'] as string);
    const tomorrow = formatInstant(today + DAY_MS);
    const order = standingOrder({ Frequency: 'EvryDay', FirstPaymentDateTime: tomorrow });
    await payOrder(tpp, domesticStandingOrders, order, NORTHWIND);
    const now = formatInstant(today + 3000 * DAY_MS);
    const moving = tpp.call('PUT', '/sandbox/clock', { body: JSON.stringify({ now }) });
    // When the clock is past the first payment, the service is still moving it.
    await expect
      .poll(async () => {
        const { json } = await tpp.get('/sandbox/clock');
        return Date.parse(json?.['now'] as string);
      })
      .toBeGreaterThan(today + 2 * DAY_MS);
    child.kill('SIGTERM');
    const moved = await moving;
    expect(moved.status).toBe(503);
    expect(moved.json?.['Message']).toMatch(
      /^The clock stopped at 20\d\d-.* the service is stopping/,
    );
    const { code, output } = await ended;
    expect(code).toBe(0);
    expect(output).not.toContain('answering a request');
  });

  test('completes the requests in progress', async () => {
    const { child, origin, ended } = run();
    const tpp = await Tpp.signIn(await origin);
    const file = bulkFile(100);
    const consentId = await tpp.consentFor(file);
    const upload = beginRequest(
      `${tpp.origin}/open-banking/v3.1/pisp/file-payment-consents/${consentId}/file`,
      {
        authorization: `Bearer ${tpp.token}`,
        'content-type': 'application/json',
        'x-idempotency-key': 'under-way',
      },
    );
    await upload.write(file.subarray(0, 1000));
    // When another request gets its response, the service has received the first part of the
    // upload.
    await tpp.get(`/file-payment-consents/${consentId}`);
    child.kill('SIGTERM');
    await upload.write(file.subarray(1000));
    expect((await upload.end()).status).toBe(200);
    expect((await ended).code).toBe(0);
  });
});

test('removes read access of other users to the database, which an earlier version allowed', async () => {
  const { child, origin, ended } = run();
  await origin;
  child.kill('SIGKILL');
  await ended;
  const files = ['service.db', 'service.db-wal'].map((name) => join(directory, name));
  for (const file of files) chmodSync(file, 0o644);
  await run().origin;
  for (const file of files) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
});

test('removes the access of other users to an existing data folder, and logs it', async () => {
  chmodSync(directory, 0o755);
  const { child, origin, ended } = run();
  await origin;
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  child.kill('SIGTERM');
  expect((await ended).output).toContain('removed the access of other users to the data folder');
});

test('aborts a request that takes too long, and its consent keeps its status', async () => {
  const { origin } = run({ PIS_REQUEST_TIMEOUT_SECONDS: '1' });
  const tpp = await Tpp.signIn(await origin);
  const consentId = await tpp.consentFor(bulkFile(1));
  const upload = beginRequest(
    `${tpp.origin}/open-banking/v3.1/pisp/file-payment-consents/${consentId}/file`,
    {
      authorization: `Bearer ${tpp.token}`,
      'content-type': 'application/json',
      'x-idempotency-key': 'slow',
    },
  );
  await upload.write('{"Data":');
  const result = await upload.answer.then(
    ({ status }) => status,
    () => 'closed',
  );
  expect([408, 400, 'closed']).toContain(result);
  const consent = await tpp.get(`/file-payment-consents/${consentId}`);
  expect(dataOf(consent)['Status']).toBe('AwaitingUpload');
});
