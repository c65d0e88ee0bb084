import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKSUMS, differingFiles } from '../../release/artifacts.ts';
import { sha256 } from '../power/facts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'released-'));
const out = join(folder, 'out');
const children: ChildProcess[] = [];

/** A development package whose files are copied into the build. */
const SWAGGER_UI = 'swagger-ui-dist';
/** Scope of the packages of this repository, which no registry has before their release. */
const OWN = '@payment-initiation/';

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
    const { dependencies, devDependencies } = manifest();
    const names = componentsOf('service-only').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), SWAGGER_UI]));
    const others = Object.keys(devDependencies).filter((name) => name !== SWAGGER_UI);
    for (const name of others) expect(names).not.toContain(name);
    expect(names).not.toContain('yauzl');
  });

  test('have a component for each file of the build that is no source of this repository', () => {
    const { version } = manifest();
    const tarball = join(out, `payment-initiation-service-${version}.tgz`);
    const paths = execFileSync('tar', ['--list', '--file', tarball], { encoding: 'utf8' })
      .split('\n')
      .filter((path) => path.startsWith('package/dist/'))
      .map((path) => path.slice('package/'.length));
    const isOwn = (path: string): boolean => {
      const source = join(ROOT, path.replace(/^dist/, 'src').replace(/\.js$/, ''));
      return ['', '.ts', '.tsx'].some((end) => existsSync(`${source}${end}`));
    };
    const foreign = new Set(paths.filter((path) => !isOwn(path)).map((path) => dirname(path)));
    expect([...foreign]).toEqual(['dist/swagger-ui']);
    expect(componentsOf('service-only').map(({ folder }) => folder)).toContain('dist/swagger-ui');
  });

  test.each(['service-only', 'all-packages'])(
    'have the hash and the public address of each npm package in the bill %s',
    (kind) => {
      const components = componentsOf(kind).filter(({ name }) => !name.startsWith(OWN));
      expect(components.length).toBeGreaterThan(100);
      const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { integrity: string }>;
      };
      for (const { name, version, folder, hashes, externalReferences } of components) {
        const locked = lock.packages[name === SWAGGER_UI ? `node_modules/${name}` : folder];
        const [hash, ...more] = hashes.map(({ content }) =>
          Buffer.from(content, 'hex').toString('base64'),
        );
        expect([`sha512-${hash ?? ''}`, more]).toEqual([locked?.integrity, []]);
        const file = `${basename(name)}-${version}.tgz`;
        const url = `https://registry.npmjs.org/${name}/-/${file}`;
        expect(externalReferences).toEqual([{ type: 'distribution', url }]);
      }
    },
  );

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

interface Component {
  readonly name: string;
  readonly version: string;
  /** Folder of the package, relative to that of the service. */
  readonly folder: string;
  readonly hashes: readonly { readonly content: string }[];
  readonly externalReferences: readonly unknown[];
}

/** Returns the components of a bill, with those in others, and their names with the scope. */
function componentsOf(kind: string): readonly Component[] {
  interface Listed extends Component {
    readonly group?: string;
    readonly properties: readonly { readonly value: string }[];
    readonly components?: readonly Listed[];
  }
  const read = (all: readonly Listed[]): readonly Component[] =>
    all.flatMap(({ group, properties, components = [], ...one }) => {
      const name = [group, one.name].filter(Boolean).join('/');
      const folder = properties.at(-1)?.value ?? '';
      return [{ ...one, name, folder }, ...read(components)];
    });
  const file = join(out, `payment-initiation-${manifest().version}-${kind}.cdx.json`);
  return read((JSON.parse(readFileSync(file, 'utf8')) as { components: Listed[] }).components);
}

type Manifest = Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
> & { readonly version: string };

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
}
