import type { Bucket } from './s3/bucket.ts';

/** Where files are. */
export interface FilesLocation {
  /** The folder for uploads that arrive, and for kept files where there is no bucket. */
  readonly filesDirectory: string;
  /** The object store for kept files; null: the folder. */
  readonly bucket: Bucket | null;
}
