import type { BucketSize } from '../../shared/token-bucket.ts';

/** Token buckets of one kind. */
export interface BucketKind {
  /** What no other kind is called. */
  readonly name: string;
  readonly size: BucketSize;
  /**
   * How many tokens of a bucket a node may take in advance, where nodes share it, so that it asks
   * once for as many requests. Never more is let through than the size allows; what one holds and
   * does not need is lost to the others. 1: none.
   */
  readonly prefetchedTokens: number;
}

/** Token buckets, one for each key, that all nodes of the service take from. */
export interface Buckets {
  /** Takes a token and answers 0; or whole seconds until there is one, where there is none now. */
  take(key: string): Promise<number>;
  /** Gives a token back that was taken for what turned out not to count. */
  giveBack(key: string): Promise<void>;
}

/** What one node does for all of them. */
export type Task =
  /** Looks at the directory of TPPs, and puts what is new of it in force. */
  | 'directory'
  /** Clears away what has expired, marks what has lapsed. */
  | 'sweeps'
  /** Removes files that nobody has. */
  | 'files';

/** A task that its asker has from now on, for as long as its lease lasts. */
export interface HeldTask {
  readonly task: Task;
  /** Who had it before, and did not let go of it: its lease is over. Null: nobody, or the asker. */
  readonly takenFrom: string | null;
}

/** What is known of a form when it is sent. */
export type SentForm =
  /** Whoever sends it now is to answer it. */
  | { readonly kind: 'first' }
  /** It was sent before, and is being answered. */
  | { readonly kind: 'underWay' }
  | { readonly kind: 'answered'; readonly answer: string };

/** Forms of customers, which are answered once, whichever nodes they are sent to. */
export interface Forms {
  /** Whoever is first is given so many milliseconds to answer it, before another may. */
  sent(form: string, withinMs: number): Promise<SentForm>;
  /** Keeps an answer for those who send the form again within so many milliseconds. */
  answered(form: string, answer: string, retentionMs: number): Promise<void>;
  /** It came to nothing, and may be sent anew at once. */
  failed(form: string): Promise<void>;
}

/** What the nodes of one service have in common besides its records. */
export interface NodeStore {
  /** Whether there may be other nodes: whether what one of them does not hear of can happen. */
  readonly isShared: boolean;
  openBuckets(kind: BucketKind): Buckets;
  /** Null where there is one node, which knows for itself what it is sent. */
  readonly forms: Forms | null;
  /**
   * Takes those of the tasks that nobody else has, and holds those that the owner has for longer;
   * which these are. A lease runs by the store's clock, in milliseconds from now on.
   */
  holdTasks(
    tasks: readonly Task[],
    lease: { readonly owner: string; readonly leaseMs: number },
  ): Promise<readonly HeldTask[]>;
  /** Lets go of all tasks of an owner. */
  releaseTasks(owner: string): Promise<void>;
}
