import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../helpers/free-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = join(ROOT, 'docs/tutorials/payment-hub.md');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pis-tutorial-'));
  symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the commands of the tutorial, which start the built programs on free ports. */
async function commands(): Promise<string> {
  const [, text = ''] = /^```sh\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const [http, https, pages] = [await freePort(), await freePort(), await freePort()];
  return `export PIS_HTTP_PORT=${String(http)} PIS_HTTPS_PORT=${String(https)}
    export PIS_PAGES_PORT=${String(pages)} TMPDIR=${folder}
    trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT
    ${text
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${String(http)}`)
      .replaceAll('npm start', `node ${join(ROOT, 'dist/main.js')}`)
      .replaceAll('npx pisctl', `node ${join(ROOT, 'dist/cli/main.js')}`)}`;
}

test('docs/tutorials/payment-hub.md pays through a hub, and takes the money back', async () => {
  expect(existsSync(join(ROOT, 'dist/main.js'))).toBe(true);
  const script = await commands();
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
  expect(stdout).toContain('"Status":"ACSC"');
  expect(stdout).toContain('"Status":"AC01"');
  expect(stdout).toContain(
    '"amount":"30.00","currency":"GBP","reference":"Returned AC04 RETURNED"',
  );
  expect(stdout).toContain('0 not answered, 0 pending, 2 accepted, 1 rejected');
  expect(stdout).toContain('<NbOfTxs>3</NbOfTxs>');
  expect(stdout).toContain('accepted 40.00 GBP, rejected 20.00 GBP, on the account 40.00 GBP');
  expect(stdout).toContain('No difference.');
  expect(stdout).toContain('returned since');
  expect(stdout).toContain('"returnReason":"FOCR"');
});
