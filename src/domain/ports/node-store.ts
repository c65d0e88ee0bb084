import type { Milliseconds } from '../../shared/time.ts';
import type { BucketSize } from '../../shared/token-bucket.ts';

/** A kind of token buckets, for example those of one rate limit. */
export interface BucketKind {
  /** Unique name of the kind. */
  readonly name: string;
  readonly size: BucketSize;
  /**
   * Number of tokens that a node reserves at a time from a shared bucket, to save round trips. The
   * total never exceeds `size`. Reserved tokens that a node does not use are lost. 1 means none.
   */
  readonly prefetchedTokens: number;
}

/** Token buckets by key, shared by all nodes. */
export interface Buckets {
  /** Takes a token and returns 0, or returns the whole seconds until a token is available. */
  take(key: string): Promise<number>;
  /** Returns a token that was taken for a request that does not count. */
  giveBack(key: string): Promise<void>;
}

/** Background tasks that one node performs for all nodes. */
export type Task =
  /** Fetches the directory of TPPs and applies its changes. */
  | 'directory'
  /** Deletes expired records and marks lapsed consents. */
  | 'sweeps'
  /** Deletes stored files that no consent refers to. */
  | 'files';

/** A task that the calling node holds until its lease expires. */
export interface HeldTask {
  readonly task: Task;
  /**
   * The previous owner, if its lease expired without a release. Null if there was none, or if it is
   * the caller.
   */
  readonly takenFrom: string | null;
}

/** State of a submitted form. */
export type SentForm =
  /** The first submission. The caller must process it. */
  | { readonly kind: 'first' }
  /** Another submission of the same form is being processed. */
  | { readonly kind: 'underWay' }
  | { readonly kind: 'answered'; readonly answer: string };

/** Makes sure that each form is processed once, whichever nodes receive it. */
export interface Forms {
  /**
   * Registers a submission. The first caller has `withinMs` milliseconds to answer before another
   * one may process the form.
   */
  sent(form: string, withinMs: Milliseconds): Promise<SentForm>;
  /** Stores the answer for repeated submissions, for `retentionMs` milliseconds. */
  answered(form: string, answer: string, retentionMs: Milliseconds): Promise<void>;
  /** Records that processing failed, so that the form may be submitted again at once. */
  failed(form: string): Promise<void>;
}

/** State that the nodes of a service share, besides its records. */
export interface NodeStore {
  /** True if other nodes may use the same store, so that a node can miss changes by others. */
  readonly isShared: boolean;
  openBuckets(kind: BucketKind): Buckets;
  /** Null if there is only one node, which tracks forms in memory. */
  readonly forms: Forms | null;
  /**
   * Claims the tasks that no other node holds, and renews those that the owner holds. Returns the
   * tasks that the owner now holds. Leases are measured with the store's clock, in milliseconds
   * from now.
   */
  holdTasks(
    tasks: readonly Task[],
    lease: { readonly owner: string; readonly leaseMs: Milliseconds },
  ): Promise<readonly HeldTask[]>;
  /** Releases all tasks of an owner. */
  releaseTasks(owner: string): Promise<void>;
}
