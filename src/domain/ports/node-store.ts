import type { Milliseconds } from '../../shared/time.ts';
import type { BucketSize } from '../../shared/token-bucket.ts';

/** A kind of token bucket, for example the buckets of one rate limit. */
export interface BucketKind {
  /** Unique name of the kind. */
  readonly name: string;
  readonly size: BucketSize;
  /**
   * Number of tokens that a node reserves at a time from a shared bucket, to save round trips to
   * the store. All nodes together never get more than `size`. Tokens that a node reserves but does
   * not use are lost. The value 1 means that nothing is reserved.
   */
  readonly prefetchedTokens: number;
}

/** The token buckets of one kind, by key. All nodes share them. */
export interface Buckets {
  /**
   * Takes a token from the bucket and returns 0. If the bucket is empty, returns the whole seconds
   * until a token is available.
   */
  take(key: string): Promise<number>;
  /**
   * Returns the number of tokens that the bucket has at least, as of the last `take`. Another node
   * may have taken some of them since.
   */
  tokensOf(key: string): number;
  /** Puts back a token that was taken for a request which does not count after all. */
  giveBack(key: string): Promise<void>;
}

/** A background task that one node performs for all nodes. */
export type Task =
  /** Keeps the service and the core banking system in step. */
  | 'core'
  /** Fetches the directory of TPPs and applies its changes. */
  | 'directory'
  /** Deletes expired records and marks lapsed consents. */
  | 'sweeps'
  /** Deletes stored files that no consent refers to. */
  | 'files'
  /** Exchanges messages with the payment hub. */
  | 'hub'
  /** Follows the decisions of the bank's screening. */
  | 'screening'
  /** Writes the search index of all payments. */
  | 'search'
  /** Pushes events to TPPs. */
  | 'events';

/** A task that the calling node performs until its lease expires. */
export interface HeldTask {
  readonly task: Task;
  /**
   * The node that had the task before, if its lease expired and it had not released the task. Null
   * if there was none, or if it is the caller itself.
   */
  readonly takenFrom: string | null;
}

/** The state of a form that a customer submitted. */
export type SentForm =
  /** This is the first submission, so the caller must process it. */
  | { readonly kind: 'first' }
  /** Another submission of the same form is being processed at the moment. */
  | { readonly kind: 'underWay' }
  | { readonly kind: 'answered'; readonly answer: string };

/** Makes sure that each form is processed once, even if several nodes receive it. */
export interface Forms {
  /**
   * Registers the submission of a form. The first caller has `withinMs` milliseconds to answer.
   * After that, another caller may process the form.
   */
  sent(form: string, withinMs: Milliseconds): Promise<SentForm>;
  /**
   * Stores the answer to a form for `retentionMs` milliseconds. Repeated submissions get this
   * answer.
   */
  answered(form: string, answer: string, retentionMs: Milliseconds): Promise<void>;
  /** Records that processing a form failed, so that it may be submitted again at once. */
  failed(form: string): Promise<void>;
}

/** The state that the nodes of a service share, apart from its business records. */
export interface NodeStore {
  /**
   * True if other nodes may use the same store, so that this node may not see all their changes.
   */
  readonly isShared: boolean;
  openBuckets(kind: BucketKind): Buckets;
  /** Null if there is only one node, because that node tracks forms in memory. */
  readonly forms: Forms | null;
  /**
   * Claims the tasks that no other node holds, and renews those that the owner holds already.
   * Returns all tasks that the owner now holds. The lease is in milliseconds from now, by the
   * store's clock.
   */
  holdTasks(
    tasks: readonly Task[],
    lease: { readonly owner: string; readonly leaseMs: Milliseconds },
  ): Promise<readonly HeldTask[]>;
  releaseTasks(owner: string): Promise<void>;
}
