import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the published contract of version 3.1.9; null where none is named. */
    published: string | null;
  }
}

const NAME = 'PIS_TEST_PUBLISHED';

/** The published contract, which is not ours to keep here, from the folder that is named. */
export default function givePublished(project: TestProject): void {
  const folder = process.env[NAME];
  // A service that a test starts would take it for a setting.
  Reflect.deleteProperty(process.env, NAME);
  if (folder === undefined) {
    process.stderr.write(
      `Tests by the published contract are left out: name its folder in ${NAME}.\n`,
    );
  }
  project.provide('published', folder ?? null);
}
