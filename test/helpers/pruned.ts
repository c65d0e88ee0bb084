import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Lock {
  readonly packages: Readonly<Record<string, { dev?: boolean; devOptional?: boolean }>>;
}

/**
 * Copies this checkout into a new folder, in the state that a build and `npm prune --omit=dev`
 * would leave.
 */
export function prunedInstallation(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pruned-'));
  for (const name of ['package.json', 'package-lock.json', 'build.js', 'tsconfig.build.json']) {
    link(join(ROOT, name), join(folder, name));
  }
  linkFolder(join(ROOT, 'bin'), join(folder, 'bin'));
  linkFolder(join(ROOT, 'dist'), join(folder, 'dist'));
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev === true || devOptional === true) continue;
    // npm does not install packages for other platforms, so the path may not exist.
    if (existsSync(join(ROOT, path))) linkFolder(join(ROOT, path), join(folder, path));
  }
  return folder;
}

/**
 * Links the files of a package folder. It skips nested packages, because the lock file lists them
 * separately.
 */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, place] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) link(path, place);
    else if (entry.name !== 'node_modules') linkFolder(path, place);
  }
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Files on another file system cannot be linked, so copy them.
    copyFileSync(from, to);
  }
}
