import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScenarios } from '../../conformance/src/scenario.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  install('client');
  install('pis');
  install('conformance');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const placeOf = (name: string): string => join(folder, 'node_modules', name);

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(placeOf(name), 'package.json'), 'utf8')) as Manifest;
}

/**
 * Packs a workspace and unpacks it, as an installation from a registry would. Its dependencies are
 * links to the packages of this checkout, so that no network is needed. A dependency that its
 * package.json does not name is therefore missing.
 */
function install(workspace: string): void {
  const cwd = join(ROOT, workspace);
  // The build exists. Another one would replace files that other tests use.
  const flags = ['--ignore-scripts', '--silent', '--pack-destination', folder];
  const packed = execFileSync('npm', ['pack', ...flags], { cwd, encoding: 'utf8' }).trim();
  const name = `@payment-initiation/${workspace}`;
  mkdirSync(placeOf(name), { recursive: true });
  const target = ['-C', placeOf(name), '--strip-components', '1'];
  execFileSync('tar', ['-xzf', join(folder, packed), ...target]);
  for (const needed of Object.keys(manifestOf(name).dependencies ?? {})) {
    if (existsSync(placeOf(needed))) continue;
    const own = join(cwd, 'node_modules', needed);
    mkdirSync(dirname(placeOf(needed)), { recursive: true });
    symlinkSync(existsSync(own) ? own : join(ROOT, 'node_modules', needed), placeOf(needed));
  }
}

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

/** Runs the program of an installed package. */
function run(name: string, ...args: readonly string[]): string {
  const [program = ''] = Object.values(manifestOf(name).bin ?? {});
  return node(join(placeOf(name), program), ...args);
}

const pis = (...args: readonly string[]) => run('@payment-initiation/pis', ...args);

test('the packed pis prints its version, and checks a file', () => {
  expect(pis('--version')).toBe(`${manifestOf('@payment-initiation/pis').version}\n`);
  const csv = 'name,sort code,account,amount\nHarrow Steel Ltd,20-05-17,60000000,1250.00\n';
  writeFileSync(join(folder, 'payments.csv'), csv);
  const checked = JSON.parse(pis('file', 'check', 'payments.csv', '--yes', '--json')) as object;
  expect(checked).toMatchObject({ payments: 1, findings: [] });
});

test('the packed client runs, and pis finds it', () => {
  const program = `import { idempotencyKeyOf } from '@payment-initiation/client';
    process.stdout.write(idempotencyKeyOf('tpp', 'POST /domestic-payments', 'invoice 1'));`;
  for (const place of [folder, placeOf('@payment-initiation/pis')]) {
    writeFileSync(join(place, 'program.mjs'), program);
    expect(node(join(place, 'program.mjs'))).toMatch(/^[\w-]{40}$/);
  }
});

test('the packed conformance pack lists its scenarios, and writes its example once', () => {
  const conformance = (...args: readonly string[]) =>
    run('@payment-initiation/conformance', ...args);
  expect(conformance('--help')).toContain('Exit code: 0 if no scenario failed');
  const listed = conformance('--list').trim().split('\n');
  expect(listed).toHaveLength(readScenarios().length);
  expect(listed.filter((line) => line.endsWith('(payment)'))).not.toEqual([]);
  expect(conformance('--init', 'bank.yaml')).toContain('--config bank.yaml');
  const example = readFileSync(join(ROOT, 'conformance/example.yaml'), 'utf8');
  expect(readFileSync(join(folder, 'bank.yaml'), 'utf8')).toBe(example);
  // Exit code 2: the file exists, and the example names a bank that does not exist.
  for (const option of ['--init', '--config']) {
    expect(() => conformance(option, 'bank.yaml')).toThrow(expect.objectContaining({ status: 2 }));
  }
});

test('the packed packages contain no sources and no state of the compiler', () => {
  for (const workspace of ['client', 'pis', 'conformance']) {
    const name = `@payment-initiation/${workspace}`;
    expect(existsSync(join(placeOf(name), 'README.md'))).toBe(true);
    for (const entry of ['src', 'tsconfig.build.json', 'dist/build.tsbuildinfo']) {
      expect(existsSync(join(placeOf(name), entry))).toBe(false);
    }
  }
});

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('a program in TypeScript with the module system %s has the types', (module, resolution) => {
  const program = `import { connect, type ConnectOptions } from '@payment-initiation/client';
    declare const options: ConnectOptions<'v4.0'>;
    const bank = await connect(options);
    const payment = await bank.payments('domestic-payments').readPayment('1');
    export const status: string = payment.Data.Status;
    // @ts-expect-error The library knows the members of each version.
    export const unknown = payment.Data.Statuses;`;
  writeFileSync(join(folder, 'program.mts'), program);
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
  const settings = ['--module', module, '--moduleResolution', resolution, '--target', 'es2023'];
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  node(compiler, ...flags, ...settings, ...types, join(folder, 'program.mts'));
});
