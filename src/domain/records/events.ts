import type { Pence } from '../../shared/money.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DirectoryChange } from '../ports/directory-store.ts';
import type { HeldTask, Task } from '../ports/node-store.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { AuditAction, AuditHead, MissingEntries } from './audit.ts';
import type { Classification } from './payment.ts';
import type { Work } from './records.ts';

/** Reason why the system clock is not trusted. */
export interface ClockDoubt {
  /**
   * `leapt`: it jumped while the service ran. `behind`, `ahead`: at start, it differed from the
   * times that the store contains.
   */
  readonly kind: 'leapt' | 'behind' | 'ahead';
  /** Time that the service used instead, when the problem was detected. */
  readonly trusted: Instant;
  /** Time of the system clock at that moment. */
  readonly machine: Instant;
}

/** Names of the listeners in logs and metrics. */
export type ListenerName = 'plain' | 'tpps' | 'customers';

export interface RequestRefused {
  readonly kind: 'requestRefused';
  readonly listener: ListenerName;
  /**
   * - `starting`: the service is not ready yet.
   * - `target`, `header`, `host`, `expectation`: that part of the request is invalid.
   * - `rate`: the client exceeded its rate limit.
   * - `caller`, `listener`: the client or the listener has too many requests in progress.
   * - `malformed`, `large`, `slow`: the input is not HTTP, its head is too large, or it arrives too
   *   slowly.
   */
  readonly reason:
    | 'starting'
    | 'target'
    | 'header'
    | 'host'
    | 'expectation'
    | 'rate'
    | 'caller'
    | 'listener'
    | 'malformed'
    | 'large'
    | 'slow';
}

export interface ConnectionEnded {
  readonly kind: 'connectionEnded';
  readonly listener: ListenerName;
  /**
   * - `barred`: only the proxy may connect.
   * - `caller`, `listener`: the client or the listener has too many connections. The closed one was
   *   idle.
   * - `unfinished`: the address has too many connections without a complete request.
   * - `slow`: a slow connection was closed in favour of a waiting one.
   * - `unread`: the client did not read its response.
   * - `preface`: the proxy did not send the address of the client.
   */
  readonly reason: 'barred' | 'caller' | 'listener' | 'unfinished' | 'slow' | 'unread' | 'preface';
}

/** Events of the service, from which logs and metrics are made. */
export type ServiceEvent =
  | {
      readonly kind: 'requestAnswered';
      readonly operation: string;
      readonly status: number;
      readonly milliseconds: Milliseconds;
      readonly interactionId: string;
      readonly clientId: string | undefined;
    }
  | {
      readonly kind: 'fileReceived';
      readonly consentId: string;
      readonly accepted: boolean;
      readonly bytes: number;
      readonly milliseconds: Milliseconds;
      readonly payments: number;
      readonly faults: number;
      readonly classification: Classification['kind'] | undefined;
      readonly reason: string;
    }
  | {
      readonly kind: 'consentDecided';
      readonly consentId: string;
      readonly authorised: boolean;
      readonly reason: string | undefined;
    }
  | {
      readonly kind: 'workDone';
      readonly step: Work['step'];
      readonly paymentId: string;
      readonly batch: number;
      readonly instrument: Instrument;
      readonly payments: number;
      readonly totalPence: Pence;
      readonly milliseconds: Milliseconds;
    }
  /** A step failed too often, or permanently, and waits for an operator. */
  | {
      readonly kind: 'workParked';
      readonly work: Work['id'];
      readonly step: Work['step'];
      readonly paymentId: string;
      readonly attempts: number;
    }
  /** This node took over a step from a node whose lease expired. */
  | {
      readonly kind: 'jobTakenOver';
      readonly work: Work['id'];
      readonly step: Work['step'];
      readonly paymentId: string;
      readonly takenFrom: string;
    }
  | {
      readonly kind: 'paymentFinished';
      readonly paymentId: string;
      readonly groupStatus: GroupStatus;
      readonly payments: number;
    }
  /** The system clock is not trusted from now on. Null: it is trusted again. */
  | { readonly kind: 'clockUntrusted'; readonly doubt: ClockDoubt | null }
  /** The last entry of the audit log. */
  | ({ readonly kind: 'auditHead' } & AuditHead)
  /** A listener refused a request before processing it. */
  | RequestRefused
  /** A connection was refused or closed early. */
  | ConnectionEnded
  /**
   * An entry in the inbox of the audit log was moved to `audit_set_aside`. `mark`: its
   * authentication code is wrong, so it was forged or changed. `repeated`: the log already has that
   * number or a later one.
   */
  | {
      readonly kind: 'auditEntrySetAside';
      readonly reason: 'mark' | 'repeated';
      readonly id: number;
    }
  /** Entries `from` to `to` that a node committed are missing from the audit log. */
  | ({ readonly kind: 'auditEntriesMissing' } & MissingEntries)
  /** The database role of this node owns the audit log, and could drop its triggers. */
  | { readonly kind: 'auditLogOwned' }
  /** A refusal was omitted from the audit log, because the caller had too many. */
  | { readonly kind: 'auditEntryLeftOut'; readonly action: AuditAction }
  /** The directory of TPPs changed. */
  | ({ readonly kind: 'directoryRefreshed' } & DirectoryChange)
  /** This node became the leader for a task of all nodes. */
  | ({ readonly kind: 'leaderElected' } & HeldTask)
  /** Another node took over a task that this node had not released. */
  | { readonly kind: 'leaderLost'; readonly task: Task }
  /** A newer version of the bank's file was applied at the start. Null: it is the first. */
  | {
      readonly kind: 'bankFileApplied';
      readonly version: number;
      readonly digest: string;
      readonly previousVersion: number | null;
    }
  /** The bank's file was not applied at the start: the store holds a newer or a different one. */
  | {
      readonly kind: 'bankFileNotApplied';
      readonly reason: 'older' | 'different';
      readonly version: number;
      readonly digest: string;
      readonly appliedVersion: number;
      readonly appliedDigest: string;
    }
  /** The stored password hash of a user cannot be verified, so the user cannot sign in. */
  | { readonly kind: 'passwordHashUnusable'; readonly userId: string }
  /** A line of the log could not be written. */
  | { readonly kind: 'logLost' }
  | { readonly kind: 'failure'; readonly what: string; readonly error: unknown };

/** Records an event. Never throws and never waits. */
export type Observe = (event: ServiceEvent) => void;
