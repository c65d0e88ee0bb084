import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKSUMS, differingFiles } from '../../release/artifacts.ts';
import { sha256 } from '../power/facts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'released-'));
const out = join(folder, 'out');
const children: ChildProcess[] = [];

/** Environment variables of this checkout, which a user does not have. The network's stay. */
const OF_CHECKOUT = /^(npm_|INIT_CWD|PIS|VITEST|XDG_|NODE_COMPILE_CACHE|NODE_OPTIONS)/;

/** The environment of a user who has Node.js and npm, and nothing of this checkout. */
function userEnvironment(home: string): NodeJS.ProcessEnv {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const others = folders.filter((path) => !path.includes('node_modules'));
  // Free ports, because other programs may use the default ones.
  const ports = { PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' };
  const inherited = Object.entries(process.env).filter(([name]) => !OF_CHECKOUT.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...{ HOME: home, PATH: [bin, ...others].join(delimiter), NO_COLOR: '1', ...ports },
  };
}

/** Starts a program in a new process group. `text` returns its output so far. */
function begin(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn('bash', ['-c', command], { ...options, detached: true });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, ended: once(child, 'close'), text: () => output };
}

/** Runs a command to its end. Returns its output, and throws if it fails. */
async function run(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const { child, ended, text } = begin(command, options);
  await ended;
  expect([child.exitCode, text()]).toEqual([0, text()]);
  return text();
}

afterAll(() => {
  const running = children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  );
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

describe('the artifacts of the last commit', () => {
  let printed = '';
  beforeAll(async () => {
    const command = `${process.execPath} release/main.ts --verify --npm-only --out ${out}`;
    printed = await run(command, { cwd: ROOT, env: process.env });
  });

  test('are the same in a second build, and have checksums', () => {
    expect(printed).toContain('A second build in another folder is the same, byte for byte.');
    const sums = readFileSync(join(out, CHECKSUMS), 'utf8');
    const names = readdirSync(out).filter((name) => name !== CHECKSUMS);
    const lines = names.map((name) => `${sha256(readFileSync(join(out, name)))}  ${name}`);
    expect(sums.trimEnd().split('\n')).toEqual(lines);
    const { version } = manifest();
    expect(names).toEqual(
      expect.arrayContaining([
        `payment-initiation-${version}-all-packages.cdx.json`,
        `payment-initiation-${version}-service-only.cdx.json`,
        `payment-initiation-client-${version}.tgz`,
        `payment-initiation-conformance-${version}.tgz`,
        `payment-initiation-pis-${version}.tgz`,
        `payment-initiation-service-${version}.tgz`,
      ]),
    );
  });

  test('have a bill of materials with the packages of the service, without those of development', () => {
    const { version, dependencies, devDependencies } = manifest();
    const bill = readFileSync(
      join(out, `payment-initiation-${version}-service-only.cdx.json`),
      'utf8',
    );
    const { components } = JSON.parse(bill) as { components: { group?: string; name: string }[] };
    const names = components.map(({ group, name }) => [group, name].filter(Boolean).join('/'));
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    for (const name of Object.keys(devDependencies)) expect(names).not.toContain(name);
    expect(names).not.toContain('yauzl');
  });

  test('let a newcomer with Node.js and npm pay the sample file, and test the sandbox', async () => {
    const home = join(folder, 'newcomer');
    const options = { cwd: home, env: userEnvironment(home) };
    const startedAt = performance.now();
    await run(`npm install --no-audit --no-fund ${join(out, '*.tgz')}`, options);
    expect(readdirSync(join(home, 'node_modules'))).not.toContain('@scarf');
    const sandbox = begin('exec npx payment-initiation-service sandbox --port 0', options);
    await expect.poll(sandbox.text).toContain('Stop with Ctrl+C');
    const commands = [...sandbox.text().matchAll(/^ {2}((?:npx|curl) .*)$/gm)].map(
      ([, one]) => one,
    );
    expect(commands).toHaveLength(3);
    const [token = '', init = '', pay = ''] = commands;
    expect(await run(token, options)).toContain('"access_token"');
    await run(init, options);
    expect(await run(pay, options)).toContain('"paid":4,"failed":0');
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`A newcomer paid the sample file after ${String(seconds)} s.`);
    writeFileSync(join(home, 'bank.json'), JSON.stringify(bankOf(init)));
    const conformance = 'npx @payment-initiation/conformance';
    expect(await run(`${conformance} --init bank.yaml`, options)).toContain('Wrote bank.yaml');
    const tested = await run(`${conformance} --config bank.json --only payment-`, options);
    expect(tested).toMatch(/^[1-9]\d* passed, 0 passed with warnings, 0 failed, 0 blocked/m);
    process.kill(-(sandbox.child.pid ?? 0), 'SIGINT');
    await sandbox.ended;
    const [log] = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('service.log'),
    );
    expect(readFileSync(join(home, log ?? ''), 'utf8')).toContain('"stopped"');
  });
});

/** Returns the configuration of the conformance pack for the sandbox of an `init` command. */
function bankOf(init: string): unknown {
  const [, data, origin, api, issuer] =
    /--data '(.+)' --origin (\S+) --api (\S+) --issuer (\S+)/.exec(init) ?? [];
  // The configuration in this checkout has the default ports and the data folder of a checkout.
  const text = readFileSync(join(ROOT, 'conformance/sandbox.json'), 'utf8')
    .replaceAll('../data/', `${data ?? ''}/`)
    .replace('"http://127.0.0.1:8080"', `"${origin ?? ''}"`)
    .replace('"https://localhost:8444"', `"${issuer ?? ''}"`)
    .replace('https://localhost:8443/', `${api ?? ''}/`);
  return JSON.parse(text);
}

test('a comparison names each file that differs, is missing or is new', () => {
  const sums = 'aa  one\nbb  two\ncc  three\n';
  expect(differingFiles(sums, sums)).toEqual([]);
  expect(differingFiles(sums, 'aa  one\nb0  two\ndd  four\n')).toEqual(['four', 'three', 'two']);
});

type Manifest = Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
> & { readonly version: string };

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
}
