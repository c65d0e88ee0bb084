import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the published contract, version 3.1.9. Null if none is named. */
    published: string | null;
  }
}

const NAME = 'PIS_TEST_PUBLISHED';

/** Provides the published contract, which we may not include here, from the named folder. */
export default function givePublished(project: TestProject): void {
  const folder = process.env[NAME];
  // A service that a test starts would read the variable as a setting.
  Reflect.deleteProperty(process.env, NAME);
  if (folder === undefined) {
    process.stderr.write(
      `Tests of the published contract are skipped: set ${NAME} to its folder.\n`,
    );
  }
  project.provide('published', folder ?? null);
}
