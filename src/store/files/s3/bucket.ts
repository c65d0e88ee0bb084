/** An S3 bucket, or the part of a bucket below a prefix, with the credentials to access it. */
export interface Bucket {
  /** Scheme, host and port, for example `https://s3.eu-west-2.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /**
   * Prefix of all keys, for example `payments/live`, without slashes at either end. Empty for the
   * whole bucket.
   */
  readonly prefix: string;
  /** Null if the AWS SDK finds the credentials itself, for example from the machine's IAM role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Returns the name of the bucket for messages to operators, without credentials. */
export function formatBucket({ endpoint, bucket, prefix }: Bucket): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`} at ${endpoint}`;
}

/** Returns the key of an object below the prefix. */
export function keyOf({ prefix }: Pick<Bucket, 'prefix'>, name: string): string {
  return prefix === '' ? name : `${prefix}/${name}`;
}
