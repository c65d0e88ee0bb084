import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MISUSED, readCommandLine } from '../test/helpers/command-line.ts';
import { buildArtifacts, differingFiles, type Source } from './artifacts.ts';

const { values } = readCommandLine(
  {
    command: 'npm run release --',
    about: 'Builds the artifacts of a release from a commit (docs/releasing.md).',
    options: {
      out: { kind: 'text', default: 'out', about: 'new or empty folder for the artifacts' },
      commit: { kind: 'text', default: 'HEAD', about: 'commit or tag to build' },
      'npm-only': { kind: 'flag', about: 'build no Debian package and no container image' },
      verify: { kind: 'flag', about: 'build twice and compare every byte' },
    },
  },
  process.argv.slice(2),
);

/** Exit code if two builds differ. */
const DIFFERENT = 1;

// npm copies the permissions of files, so they must not depend on the user's own mask.
process.umask(0o022);
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--verify', '--end-of-options', `${values.commit}^{commit}`);
const source: Source = { commit, epoch: git('log', '-1', '--format=%ct', commit) };

const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
});
const out = resolve(values.out);
if (existsSync(out) && readdirSync(out).length > 0) {
  console.error(`${out} is not empty. Name a new folder with --out, or remove its files.`);
  process.exit(MISUSED);
}
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const build = (checkout: string, out: string): Promise<string> =>
  buildArtifacts(source, {
    ...{ checkout: join(folder, checkout), out, signal: interrupted.signal },
    ...{ isNpmOnly: values['npm-only'], print: console.log },
  });
try {
  const sums = await build('checkout', out);
  console.log(`\n${sums}\nThe artifacts are in ${out}.`);
  if (values.verify) compare(sums, await build('again', join(folder, 'out')));
} finally {
  rmSync(folder, { recursive: true });
}

function compare(sums: string, again: string): void {
  const differing = differingFiles(sums, again);
  if (differing.length === 0) {
    console.log('A second build in another folder is the same, byte for byte.');
    return;
  }
  console.error(`A second build differs in: ${differing.join(', ')}`);
  process.exitCode = DIFFERENT;
}
