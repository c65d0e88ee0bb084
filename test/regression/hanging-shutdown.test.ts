import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ServiceProcess } from '../crash/service-process.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { makePipe } from '../helpers/pipe.ts';
import { Tpp } from '../helpers/tpp.ts';

/*
 * Regression: stopping had a time limit for requests only. While a thread waited for the disk,
 * SIGTERM had no effect, and neither had process.exit, which waits for every thread.
 */

/** Exit code of the process, as documented in docs/operations.md. */
const EXIT_STOP_HUNG = 75;

/** Preloaded into the service's threads. While a pipe exists, opening a stored file blocks. */
const HOLD = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { HOLD_PIPE } = process.env;
  const real = fs.openSync;
  fs.openSync = (path, ...rest) => {
    const isKept = /files\\/[0-9a-f]{2}\\//.test(path);
    if (!isKept || !fs.existsSync(HOLD_PIPE)) return real(path, ...rest);
    fs.writeFileSync(HOLD_PIPE + '.held', '');
    return real(HOLD_PIPE, 'r');
  };
  syncBuiltinESMExports();`;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pis-stop-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('a stop that a thread blocks ends with its own exit code and log line', async () => {
  const pipe = join(directory, 'pipe');
  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      dataDirectory: join(directory, 'data'),
      settings: { HOLD_PIPE: pipe },
      command: (program) => [
        process.execPath,
        '--import',
        `data:text/javascript,${encodeURIComponent(HOLD)}`,
        program,
      ],
    });
  const first = await start();
  const file = bulkFile(3);
  const tpp = await Tpp.signIn(first.origin);
  const consentId = await tpp.consentFor(file);
  expect((await tpp.upload(consentId, file)).status).toBe(200);

  makePipe(pipe);
  const answer = tpp.get(`/file-payment-consents/${consentId}/file`);
  const isBrokenOff = expect(answer).rejects.toThrow('got no answer');
  await expect.poll(() => existsSync(`${pipe}.held`)).toBe(true);
  expect(await first.stop()).toMatchObject({ code: EXIT_STOP_HUNG, signal: null });
  await isBrokenOff;
  expect(JSON.parse(first.lastWords.trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 60,
    msg: 'exited: the stop took too long',
  });

  rmSync(pipe);
  const second = await start();
  const again = await Tpp.signIn(second.origin);
  const { text } = await again.get(`/file-payment-consents/${consentId}/file`);
  expect(text).toBe(file.toString());
  expect((await second.stop()).code).toBe(0);
});
