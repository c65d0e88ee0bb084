import { readFileSync } from 'node:fs';
import { XmlDocument } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createApprover, type Question } from '../../conformance/src/approvals.ts';
import {
  CONFIG_MEMBERS,
  parseConfig,
  readConfig,
  requireFiles,
} from '../../conformance/src/config.ts';
import { createPain001 } from '../../conformance/src/payment-file.ts';
import { htmlOf, junitOf } from '../../conformance/src/report/markup.ts';
import { exitCodeOf, type RunReport } from '../../conformance/src/report/text.ts';
import type { Result } from '../../conformance/src/run.ts';
import { sourceOf } from '../../conformance/src/sources.ts';
import { changed, codeIn, memberAt, resolved } from '../../conformance/src/values.ts';

const EXAMPLE = 'conformance/example.yaml';
const SANDBOX = 'conformance/sandbox.json';

test('a program approves: its arguments are the decision and the address', async () => {
  const command = [process.execPath, '-p', 'process.argv.slice(1).join(" ")'];
  const approver = createApprover({
    ...readConfig(SANDBOX),
    approval: { kind: 'command', command },
  });
  const customers = {
    start: () => Promise.resolve({ url: 'https://bank.example/x', pending: {} }),
    finish: (callback: string) => Promise.resolve({ token: callback }),
  };
  const question = { bank: { customers }, consentId: '1', decision: 'reject' };
  const decided = await approver(question as unknown as Question);
  expect(decided).toEqual({ token: 'reject https://bank.example/x' });
});

test('a program that prints no address refuses', async () => {
  const command = [process.execPath, '-e', ''];
  const config = { ...readConfig(SANDBOX), approval: { kind: 'command' as const, command } };
  const customers = {
    start: () => Promise.resolve({ url: 'https://bank.example/x', pending: {} }),
  };
  const question = { bank: { customers }, consentId: '1', decision: 'approve' };
  expect(await createApprover(config)(question as unknown as Question)).toEqual({
    refusal: 'the browser did not return to the TPP',
  });
});

test('the example configuration is valid, and names every member', () => {
  expect(() => readConfig(EXAMPLE)).not.toThrow();
  const example = readFileSync(EXAMPLE, 'utf8');
  const readme = readFileSync('conformance/README.md', 'utf8');
  for (const name of CONFIG_MEMBERS) {
    expect(example).toMatch(new RegExp(`^(# )?${name}:`, 'm'));
    expect(readme).toContain(`\`${name}`);
  }
});

test('the comments of the example configuration are valid members', () => {
  const text = readFileSync(EXAMPLE, 'utf8')
    .replace(/^# otherTpp:.*$/m, '')
    .replaceAll(/^( *)# (?=\w+:($| ))/gm, '$1')
    .replaceAll(/^# {2,}/gm, '  ')
    .replace(/^approval: \{ kind: manual \}$/m, '');
  expect(() => parseConfig(parse(text), '/')).not.toThrow();
});

test('an invalid configuration is refused with the reasons', () => {
  expect(() => parseConfig({ versions: ['v2.0'] }, '/')).toThrow(/versions\[0\]/);
});

test('paths are relative to the configuration', () => {
  expect(readConfig(SANDBOX).tpp.ca).toBe(`${process.cwd()}/data/pki/root.crt`);
});

test('a missing file is refused with the member that names it', () => {
  const members =
    /^tpp\.certificate: .*\/tpp\/transport\.crt .*\ntpp\.key: .*\ntpp\.signing\.key: .*$/;
  expect(() => {
    requireFiles(readConfig(EXAMPLE));
  }).toThrow(members);
});

test('reports escape the text of responses', () => {
  const source = sourceOf('payments: Status', 'v4.0');
  const result: Result = {
    ...{ id: 'a', title: 'A < B', source, warnings: [], exchanges: [], milliseconds: 5 },
    version: 'v4.0',
    level: 'must',
    outcome: 'failed',
    problems: ['<script>"&\u0000'],
  };
  const report: RunReport = {
    ...{ bank: 'B & C', startedAt: '2026-12-01T09:00:00Z', milliseconds: 5 },
    results: [result, { ...result, outcome: 'blocked' }],
  };
  const junit = XmlDocument.fromString(junitOf(report));
  expect(junit.get('//failure/@message')?.content).toBe('<script>"&\ufffd');
  expect(junit.get('//testsuite/@errors')?.content).toBe('1');
  junit.dispose();
  expect(htmlOf(report)).toContain('&lt;script&gt;&quot;&amp;');
  expect(htmlOf(report)).toContain(source.url);
  expect(exitCodeOf(report.results)).toBe(1);
  expect(exitCodeOf([{ ...result, outcome: 'warning' }])).toBe(0);
});

test('a pain.001 escapes the names and identifications of the configuration', () => {
  const config = readConfig(SANDBOX);
  const creditorAccount = { SchemeName: 'x', Identification: 'A<1>', Name: 'Tarn & Sons "Ltd"' };
  const payments = { ...config.payments, creditorAccount, localInstrument: 'A&B' };
  const file = XmlDocument.fromString(createPain001({ ...config, payments }, '2026-12-01'));
  const namespaces = { p: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.08' };
  const text = (path: string) => file.get(path, namespaces)?.content;
  expect(text('//p:Cdtr/p:Nm')).toBe('Tarn & Sons "Ltd"');
  expect(text('//p:CdtrAcct//p:Othr/p:Id')).toBe('A<1>');
  expect(text('//p:LclInstrm/p:Prtry')).toBe('A&B');
  file.dispose();
});

test('values are changed by path, and variables are replaced', () => {
  expect(changed({ a: { b: 1 } }, { 'a.b': null, 'a.c.d': 2 })).toEqual({ a: { c: { d: 2 } } });
  expect(memberAt({ a: [{ b: 1 }] }, 'a.0.b')).toBe(1);
  const variables = new Map<string, unknown>([['id', { x: 1 }]]);
  expect(resolved(['$id', 'of ${id}'], variables)).toEqual([{ x: 1 }, 'of [object Object]']);
  expect(() => resolved('$other', variables)).toThrow('There is no variable other.');
});

test('error codes have their names of each version', () => {
  expect(codeIn('v3.1', 'Field.Missing')).toBe('UK.OBIE.Field.Missing');
  expect(codeIn('v4.0', 'Field.Missing')).toBe('U004');
  expect(() => codeIn('v4.0', 'Field.Wrong')).toThrow(
    'The standard has no error code Field.Wrong.',
  );
});
