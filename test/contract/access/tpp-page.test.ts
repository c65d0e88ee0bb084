import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { present } from '../../../src/kernel/assert.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/tpp.md'), 'utf8');

/** Where the page's programs find the packages of the checkout. */
const folder = mkdtempSync(join(ROOT, 'node_modules', '.tpp-page-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The programs of the page by the names that it gives them. */
const programs = new Map(
  [...PAGE.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const service = useSecureService({ config: { requestSignatures: 'required' } });

describe("the TPPs' page", () => {
  test('has the whole way, and what signs for it', () => {
    expect([...programs.keys()]).toEqual(['tpp.mjs', 'signatures.mjs']);
  });

  test('is true: its programs lead from the discovery document to the payment that failed', async () => {
    for (const [name, text] of programs) writeFileSync(join(folder, name), text);
    const upload = readFileSync(join(ROOT, 'fixtures/files/bulk-fps/upload.json'), 'utf8');
    const [, from = '', to = ''] = /sed 's\/(\d+)\/(\d+)\/'/.exec(PAGE) ?? [];
    const file = join(folder, 'payments.json');
    writeFileSync(file, upload.replace(from, to));
    const { apiUrl, issuerUrl, pki } = service();
    const child = spawn(process.execPath, [join(folder, 'tpp.mjs')], {
      env: { API: apiUrl, ISSUER: issuerUrl, PKI: join(pki.tpps, '..'), FILE: file },
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
    const said = lines.join('\n').replace('Where did the customer come back to? ', '');
    const told = present(/^the status is `(\w+)`.* `(.*)`\.$/m.exec(PAGE), 'what the page says');
    expect(said).toContain(told.slice(1).join('\n'));
  });

  test('names members of the discovery document that are there', async () => {
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
