import type { Bucket } from './s3/bucket.ts';

/** The storage of the payment files. */
export interface FilesLocation {
  /** Folder for uploads in progress, and for stored files if there is no bucket. */
  readonly filesDirectory: string;
  /** Bucket for stored files. Null if they are stored in the folder. */
  readonly bucket: Bucket | null;
}
