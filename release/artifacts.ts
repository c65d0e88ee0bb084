import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { buildCommit } from '../bench/compare/checkout.ts';
import { run } from '../bench/compare/command.ts';
import { billOfPackages, writeBill } from './bills.ts';

/** Name of the file with the SHA-256 of all other files of a release. */
export const CHECKSUMS = 'SHA256SUMS';

/** Bills of materials, by the end of their names: of the service, and of all four packages. */
const BILLS: Readonly<Record<string, readonly string[]>> = {
  'service-only': ['--no-workspaces'],
  'all-packages': [],
};

/** Scripts that build other kinds of packages into a folder, with the programs that each needs. */
const OTHER_BUILDS: Readonly<Record<string, readonly string[]>> = {
  'deploy/debian/build': ['dpkg-deb'],
  'deploy/image/build': ['mmdebstrap', 'buildah'],
};

/** A commit to release. */
export interface Source {
  readonly commit: string;
  /** Time of the commit, in seconds since 1970. It replaces the time of the build in the files. */
  readonly epoch: string;
}

export interface Build {
  /** New folder for the checkout of the commit. It must not exist. */
  readonly checkout: string;
  /** Folder for the artifacts. */
  readonly out: string;
  /** True if only the npm packages and their bills of materials are built. */
  readonly isNpmOnly: boolean;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Checks out a commit, installs its locked packages, and builds all artifacts of a release. Returns
 * the text of the file with the checksums. Two builds of the same commit with the same versions of
 * Node.js and npm return the same text.
 */
export async function buildArtifacts(source: Source, build: Build): Promise<string> {
  const { checkout, out, print, signal } = build;
  mkdirSync(out, { recursive: true });
  print(`Building ${source.commit} in ${checkout}`);
  await buildCommit(source.commit, checkout, signal);
  // The checkout has no git folder, so the scripts cannot ask git.
  const environment = { SOURCE_DATE_EPOCH: source.epoch, SOURCE_COMMIT: source.commit };
  const where = { cwd: checkout, environment, signal };
  const packing = ['pack', '--ignore-scripts', '--workspaces', '--include-workspace-root'];
  await run('npm', [...packing, '--pack-destination', out], where);
  for (const [script, programs] of Object.entries(build.isNpmOnly ? {} : OTHER_BUILDS)) {
    if (!existsSync(join(checkout, script))) continue;
    const missing = programs.filter((program) => !isInstalled(program));
    if (missing.length === 0) await run(join(checkout, script), [out], where);
    else print(`Left out ${script}: ${missing.join(' and ')} is not installed.`);
  }
  const { version } = manifestIn(checkout);
  for (const [name, options] of Object.entries(BILLS)) {
    const file = join(out, `payment-initiation-${version}-${name}.cdx.json`);
    await writeBill(file, await billOfPackages(checkout, file, { options, signal }));
  }
  return writeChecksums(out);
}

/** Returns the names of the files that differ between two texts of checksums. */
export function differingFiles(one: string, other: string): readonly string[] {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const differing = [
    ...lines.filter((line) => !others.includes(line)),
    ...others.filter((line) => !lines.includes(line)),
  ];
  return [...new Set(differing.map((line) => line.replace(/^\w+ {2}/, '')))].sort();
}

function manifestIn(folder: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
}

function isInstalled(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Writes the checksums in the format of sha256sum, and returns them. */
function writeChecksums(out: string): string {
  const names = readdirSync(out).filter((name) => name !== CHECKSUMS);
  const lines = names.sort().map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(out, name)));
    return `${hash.digest('hex')}  ${basename(name)}\n`;
  });
  const text = lines.join('');
  writeFileSync(join(out, CHECKSUMS), text);
  return text;
}
