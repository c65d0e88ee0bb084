import { OPERATIONS } from '../contract/operations.ts';
import { FAMILIES } from '../families/index.ts';
import type { Route } from './request-context.ts';

/** The base path of the API (rules, 1.1). */
export const ROOT_PATH = '/open-banking/v3.1';

/** All routes of the API: every operation of every payment family. */
export const ROUTES: readonly (Route & { readonly path: string })[] = FAMILIES.flatMap((family) =>
  family.operations.map((name) => {
    const operation = OPERATIONS[name];
    const path = operation.path
      .replace('{consents}', family.consents)
      .replace('{payments}', family.payments);
    return { name, operation, family, path };
  }),
);

/** The base paths under which the payment families are served. */
export const BASE_PATHS: readonly string[] = [
  ...new Set(FAMILIES.flatMap(({ bases }) => bases)),
].map((base) => `${ROOT_PATH}/${base}`);
