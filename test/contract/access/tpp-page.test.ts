import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_PORTS } from '../../../src/config/default-ports.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/tpp.md'), 'utf8');

/** A writable copy of the checkout, which consists of links to the originals. */
const folder = mkdtempSync(join(tmpdir(), 'tpp-page-'));
beforeAll(() => {
  for (const name of ['docs', 'fixtures', 'node_modules', 'package.json']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The shell commands that the page tells TPPs to run. */
const [, pasted = ''] = /^```sh\n(.*?)^```$/ms.exec(PAGE) ?? [];

const service = useSecureService({ config: { requestSignatures: 'required' } });

describe('the documentation for TPPs', () => {
  test('has a program that runs from the discovery document to the failed payment', async () => {
    const { apiUrl, issuerUrl, pki } = service();
    const [https, pages] = [DEFAULT_PORTS.https, DEFAULT_PORTS.pages].map(String);
    const commands = pasted
      .replace(`https://localhost:${String(https)}`, apiUrl)
      .replace(`https://localhost:${String(pages)}`, issuerUrl)
      .replace('data/pki', join(pki.tpps, '..'));
    const child = spawn('sh', ['-ec', commands], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (lines.length > 1) continue;
      const customer = new SecureCustomer(service());
      const { url } = await customer.decide(line, { user: 'clara', debtorAccount: NORTHWIND });
      child.stdin.write(`${url}\n`);
    }
    expect([await ended, errors]).toEqual([[0, null], '']);
    const text = lines.join('\n').replace('Where did the customer come back to? ', '');
    const quoted = expectDefined(
      /the status is `(\w+)`.* `(.*)`\.$/m.exec(PAGE),
      'what the page says',
    );
    expect(text).toContain(quoted.slice(1).join('\n'));
    const written = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' });
    const [programs, file] = [['tpp/signatures.mjs', 'tpp/tpp.mjs'], 'tpp/payments.json'];
    expect(written.sort()).toEqual(['tpp', file, ...programs]);
    expect(readFileSync(join(ROOT, '.gitignore'), 'utf8')).toMatch(/^data\/$/m);
  });

  test('names only members that the discovery document has', async () => {
    const { text } = await new SecureCustomer(service()).browser.get(
      `${service().issuerUrl}/.well-known/openid-configuration`,
    );
    const [, table = ''] = /^## The discovery document\n(.*?)^## /ms.exec(PAGE) ?? [];
    const names = [...table.matchAll(/^\| (`.*?)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)(…?)`/g)].map(([, name = '']) => name),
    );
    expect(names.length).toBeGreaterThan(7);
    for (const name of names) expect(text).toContain(`"${name}`);
  });
});
