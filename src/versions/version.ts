import type { z } from 'zod';
import type { ApiVersion } from '../domain/records/api-version.ts';
import type { FamilyVersion } from '../families/common/family-version.ts';
import type { ErrorCode } from '../shared/errors.ts';

/** A version of the standard, as the service offers it. */
export interface Version {
  readonly name: ApiVersion;
  /** The release of the standard that its requests and responses follow, for example `3.1.9`. */
  readonly release: string;
  /** The path under which the version is served. */
  readonly root: string;
  readonly families: readonly FamilyVersion[];
  /** The schemas that several routes share, keyed by their names in the standard. */
  readonly named: Readonly<Record<string, z.ZodType>>;
  /** Returns the `ErrorCode` of this version. */
  errorCodeOf(code: ErrorCode): string;
}
