/** A bucket of an S3 object store, or the part of one below a prefix, and who asks for it. */
export interface Bucket {
  /** `https://s3.eu-west-2.amazonaws.com`: scheme, host and port. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** `payments/live`, without slashes around it; empty: all of the bucket. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The bucket as operators are told of it: nothing of who asks. */
export function formatBucket({ endpoint, bucket, prefix }: Bucket): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`} at ${endpoint}`;
}

/** The key of an object below the prefix. */
export function keyOf({ prefix }: Pick<Bucket, 'prefix'>, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}
