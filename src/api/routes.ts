import { OPERATIONS } from '../contract/operations.ts';
import { VERSIONS } from '../versions/index.ts';
import { V3_1 } from '../versions/v3.1.ts';
import type { Version } from '../versions/version.ts';
import type { Route } from './request-context.ts';

/** A route with its path below the base paths of its family. */
export type PathRoute = Route & { readonly path: string };

/** Returns all routes of a version: every operation of every payment family. */
export function routesOf({ families }: Version): readonly PathRoute[] {
  return families.flatMap((version) =>
    version.operations.map((name) => {
      const { family } = version;
      const operation = OPERATIONS[name];
      const path = operation.path
        .replace('{consents}', family.consents)
        .replace('{payments}', family.payments);
      return { name, operation, family, version, path };
    }),
  );
}

/** The routes of v3.1. */
export const ROUTES = routesOf(V3_1);

/** Returns the base paths under which a version serves its payment families. */
function basePathsOf({ families, root }: Version): readonly string[] {
  const bases = new Set(families.flatMap(({ bases }) => bases));
  return [...bases].map((base) => `${root}/${base}`);
}

/** The base paths of all versions. */
export const BASE_PATHS: readonly string[] = VERSIONS.flatMap(basePathsOf);

/** Returns the path of the API description of a version. */
export function descriptionPath(version: Version): string {
  return version === V3_1 ? '/openapi.json' : `/openapi-${version.name}.json`;
}
