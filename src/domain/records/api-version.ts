/** The versions of the standard that the service supports, oldest first. */
export const API_VERSIONS = ['v3.1', 'v4.0'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/**
 * The request that created a consent or a payment. `Data` is stored in one form for all versions:
 * the form of v3.1, with the additions of later versions (docs/decisions, 145).
 */
export interface StoredRequest {
  /** The version of the standard with which the TPP sent the request. */
  readonly apiVersion: ApiVersion;
  /** `Data` in the stored form. For v3.1, byte for byte as the TPP sent it. */
  readonly data: string;
  /** `Data` byte for byte as the TPP sent it, if it differs from `data`. Otherwise null. */
  readonly sentData: string | null;
  /** `Risk` as the TPP sent it. Null if this family has none. */
  readonly risk: string | null;
}

/**
 * Returns true if a resource that was created with one version can be read with another. A later
 * version can read the resources of an earlier one (UK standard, v4.0, "Release management").
 */
export function isReadableWith(created: ApiVersion, used: ApiVersion): boolean {
  return API_VERSIONS.indexOf(created) <= API_VERSIONS.indexOf(used);
}
