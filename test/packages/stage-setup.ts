import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { inNamespaces, runCommand, startPodmanHost, type PodmanHost } from './podman.ts';
import { asBuilder, createBuilder } from './rootless.ts';
import { FOR_CHART, FOR_COMPOSE, FOR_DEBIAN, FOR_IMAGE, run, whatIsMissing } from './tools.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The output of deploy/stage. It is empty if no test can use it. */
    staged: string;
    /** The image that the user `builder` has built. Not provided if its tests are skipped. */
    image: Image;
    /** The namespaces of podman, where the image is loaded. */
    podman: PodmanHost;
  }
}

interface Image {
  /** Folder of the user `builder`. */
  readonly folder: string;
  readonly archive: string;
  /** Name with the tag. */
  readonly name: string;
}

/**
 * Runs deploy/stage and builds the image once for all tests. Prints why tests are skipped, if any
 * are.
 */
export default async function stage(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pis-staged-'));
  // The user who builds the image reads the folder.
  chmodSync(folder, 0o755);
  const staged = join(folder, 'program');
  project.provide('staged', staged);
  const uses = {
    'Debian package': FOR_DEBIAN,
    image: FOR_IMAGE,
    chart: FOR_CHART,
    'Compose file': FOR_COMPOSE,
  };
  for (const [what, needed] of Object.entries(uses)) {
    const reason = whatIsMissing(needed);
    if (reason !== null) process.stderr.write(`Tests of the ${what} are skipped. ${reason}\n`);
  }
  const isMissing = (needed: typeof FOR_IMAGE): boolean => whatIsMissing(needed) !== null;
  if (!isMissing(FOR_DEBIAN) || !isMissing(FOR_IMAGE)) run('deploy/stage', [staged]);
  const end = isMissing(FOR_IMAGE) ? () => undefined : await provideImage(project, folder, staged);
  return () => {
    end();
    rmSync(folder, { recursive: true });
  };
}

/** Builds the image as an ordinary user and loads it. Returns a function that ends podman. */
async function provideImage(
  project: TestProject,
  folder: string,
  staged: string,
): Promise<() => void> {
  const git = (...args: readonly string[]): string => run('git', args).trim();
  const source = [
    `SOURCE_DATE_EPOCH=${git('log', '-1', '--format=%ct')}`,
    `SOURCE_COMMIT=${git('rev-parse', 'HEAD')}`,
    `STAGED_PROGRAM=${staged}`,
  ];
  createBuilder(folder);
  const built = asBuilder(folder, 'env', ...source, 'deploy/image/build', `${folder}/home/image`);
  const [archive = ''] = runCommand(built).split('\n');
  const host = await startPodmanHost(join(folder, 'podman'));
  const load = inNamespaces(host, 'podman', 'load', '--quiet', '--input', archive);
  const name = runCommand(load).split(': ')[1]?.trim() ?? '';
  project.provide('image', { folder, archive, name });
  project.provide('podman', host);
  return () => {
    process.kill(host.pid, 'SIGKILL');
  };
}
