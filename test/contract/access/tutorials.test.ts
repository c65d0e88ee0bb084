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

/** A writable folder with the parts of the checkout that the tutorials' commands need. */
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
beforeAll(() => {
  symlinkSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'));
  mkdirSync(join(folder, 'data'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const service = useSecureService();

/**
 * Returns the shell commands of a tutorial, with their addresses changed to those of this test's
 * service.
 */
function commandsIn(tutorial: string): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/tutorials', tutorial), 'utf8');
  const { origin, apiUrl, issuerUrl, pki } = service();
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) =>
    text
      .replaceAll(/^(?:npm start|until|kill) .*\n/gm, '')
      .replaceAll('http://127.0.0.1:8080', origin)
      .replaceAll('https://localhost:8443', apiUrl)
      .replaceAll('https://127.0.0.1:8444', issuerUrl.replace('localhost', '127.0.0.1'))
      .replaceAll('data/pki', join(pki.tpps, '..'))
      .replaceAll('npx pisctl', `node ${join(ROOT, 'dist/cli/main.js')}`),
  );
}

/**
 * Runs commands in a shell. `answer` is called for each line of output and returns the text to type
 * after it.
 */
async function runInShell(
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

describe('the tutorials', () => {
  test('docs/tutorials/payment-file.md sends a payment file, from the check to the statement', async () => {
    const [commands = ''] = commandsIn('payment-file.md');
    const output = await runInShell(commands);
    expect(output).toEqual([
      expect.stringContaining('"Accepted":true'),
      expect.stringMatching(/"FilePaymentId":.*"Status":"Initiation(?:Pending|Completed)"/),
      expect.stringContaining('<GrpSts>'),
      expect.stringContaining('"PaymentStatus":['),
      expect.stringContaining(`"account":"${NORTHWIND}"`),
    ]);
  });

  test('docs/tutorials/spreadsheet.md pays, reports, repairs and pays again', async () => {
    const blocks = commandsIn('spreadsheet.md').slice(0, -1).join('\n');
    const { origin, apiUrl, issuerUrl, directory } = service();
    const addresses = `--origin ${origin} --api ${apiUrl} --issuer ${issuerUrl} --data ${directory}`;
    const commands = blocks
      .replace('init sandbox --force', `init sandbox ${addresses}`)
      .replaceAll('npx pis ', `node ${join(ROOT, 'pis/bin/pis.js')} `);
    const output = await runInShell(`exec 2>&1; export PISCLI_HOME=${folder}/home\n${commands}`);
    const text = output.join('\n');
    expect(text.match(/"passed":true/g)).toHaveLength(4);
    expect(text).toContain('pis ended with 6');
    expect(text).toMatch(/Old Mill Prints;99-99-99;00000001;85,00;NW 4702;failed;/);
    expect(text).toMatch(/Harrow Steel Ltd;.*;paid;/);
    expect(text).toMatch(/"file":"data\/repaired\.csv".*"paid":2,"failed":0/);
  });

  test('docs/tutorials/mutual-tls.md makes a payment over mutual TLS', async () => {
    const [first = '', last = ''] = commandsIn('mutual-tls.md');
    const output = await runInShell(`${first}\nread -r CODE\n${last}`, async (line) => {
      if (!line.startsWith(`${service().issuerUrl}/as/authorize?`)) return undefined;
      const customer = new SecureCustomer(service());
      const { url } = await customer.decide(line, { user: 'clara', debtorAccount: NORTHWIND });
      return new URLSearchParams(new URL(url).hash.slice(1)).get('code') ?? '';
    });
    expect(output.join('\n')).toContain('{"Data":{"DomesticPaymentId":"dp-');
  });
});
