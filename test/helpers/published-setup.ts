import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The folder of the published API contract, version 3.1.9. Null if the environment names none.
     */
    published: string | null;
  }
}

const NAME = 'PIS_TEST_PUBLISHED';

/**
 * Provides the folder of the published API contract. The contract itself may not be included in
 * this repository.
 */
export default function givePublished(project: TestProject): void {
  const folder = process.env[NAME];
  // Remove the variable, because a service that a test starts would read it as a setting.
  Reflect.deleteProperty(process.env, NAME);
  if (folder === undefined) {
    process.stderr.write(
      `Tests of the published contract are skipped: set ${NAME} to its folder.\n`,
    );
  }
  project.provide('published', folder ?? null);
}
