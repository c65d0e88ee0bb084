import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** Something like the checkout, to be written into. */
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
beforeAll(() => {
  symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'));
  mkdirSync(join(folder, 'data'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const service = useSecureService();

/** What a part of the page has one paste, for the service that runs already. */
function pastedIn(title: string): readonly string[] {
  const [, part = ''] = new RegExp(`^## ${title}$(.*?)^## `, 'ms').exec(PAGE) ?? [];
  const { origin, apiUrl, issuerUrl, pki } = service();
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) =>
    text
      .replaceAll(/^(?:npm start|until|kill) .*\n/gm, '')
      .replaceAll('http://127.0.0.1:8080', origin)
      .replaceAll('https://localhost:8443', apiUrl)
      .replaceAll('https://127.0.0.1:8444', issuerUrl.replace('localhost', '127.0.0.1'))
      .replaceAll('data/pki', join(pki.tpps, '..'))
      .replaceAll('npm run -s', `node ${join(ROOT, 'dist/cli/main.js')}`)
      .replaceAll('pki -- ', 'pki '),
  );
}

/** Pastes it into a shell; `answer` is what is typed when that line was said. */
async function paste(
  commands: string,
  answer: (line: string) => Promise<string | undefined> = () => Promise.resolve(undefined),
) {
  const child = spawn('bash', ['-c', commands], {
    cwd: folder,
    env: { ...process.env, PIS_DATA_DIR: service().directory },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    const typed = await answer(line);
    if (typed !== undefined) child.stdin.write(`${typed}\n`);
  }
  expect([await ended, errors]).toEqual([[0, null], '']);
  return lines;
}

describe('what README has one paste', () => {
  test('takes a file of payments from its check to the statement', async () => {
    const [commands = ''] = pastedIn('Try it by hand');
    const said = await paste(commands);
    expect(said).toEqual([
      expect.stringContaining('"Accepted":true'),
      expect.stringMatching(/"FilePaymentId":.*"Status":"Initiation(?:Pending|Completed)"/),
      expect.stringContaining('<GrpSts>'),
      expect.stringContaining('"PaymentStatus":['),
      expect.stringContaining(`"account":"${NORTHWIND}"`),
    ]);
  });

  test('takes a payment through the locked door, to its end', async () => {
    const [first = '', last = ''] = pastedIn('The same through the locked door');
    const said = await paste(`${first}\nread -r CODE\n${last}`, async (line) => {
      if (!line.startsWith(`${service().issuerUrl}/as/authorize?`)) return undefined;
      const customer = new SecureCustomer(service());
      const { url } = await customer.decide(line, { user: 'clara', debtorAccount: NORTHWIND });
      return new URLSearchParams(new URL(url).hash.slice(1)).get('code') ?? '';
    });
    expect(said.join('\n')).toContain('{"Data":{"DomesticPaymentId":"dp-');
  });
});
