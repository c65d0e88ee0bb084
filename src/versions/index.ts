import { V3_1 } from './v3.1.ts';
import { V4_0 } from './v4.0/index.ts';
import type { Version } from './version.ts';

/** The versions of the standard that the service offers, oldest first. */
export const VERSIONS: readonly Version[] = [V3_1, V4_0];

/** Returns the version under whose path a request arrived. Other paths use the oldest version. */
export function versionAt(path: string): Version {
  return VERSIONS.find(({ root }) => `${path}/`.startsWith(`${root}/`)) ?? V3_1;
}
