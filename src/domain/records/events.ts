import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate, Milliseconds } from '../../shared/time.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DirectoryChange } from '../ports/directory-store.ts';
import type { HeldTask, Task } from '../ports/node-store.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { HubDocumentEvent } from './hub-document-events.ts';
import type { FailedAttempt, HubRequestEvent } from './hub-request-events.ts';
import type { AuditAction, AuditHead, MissingEntries } from './audit.ts';
import type { Classification, ReasonCode } from './payment.ts';
import type { Work } from './records.ts';

/** The reason why the service does not trust the system clock. */
export interface ClockDoubt {
  /**
   * `leapt`: the clock jumped while the service ran. `behind`, `ahead`: when the service started,
   * the clock differed from the times in the store.
   */
  readonly kind: 'leapt' | 'behind' | 'ahead';
  /** The time that the service used instead when it detected the problem. */
  readonly trusted: Instant;
  /** The time that the system clock had at that moment. */
  readonly machine: Instant;
}

/** Names of the listeners in logs and metrics. */
export type ListenerName = 'plain' | 'tpps' | 'customers' | 'console' | 'metrics';

export interface RequestRefused {
  readonly kind: 'requestRefused';
  readonly listener: ListenerName;
  /**
   * The reason why the listener refused the request.
   *
   * - `starting`: the service is not ready yet.
   * - `target`, `header`, `host`, `expectation`: this part of the request is invalid.
   * - `rate`: the client exceeded its rate limit.
   * - `client`, `listener`: the client or the listener has too many requests in progress.
   * - `malformed`, `large`, `slow`: the input is not HTTP, its header section is too large, or it
   *   arrives too slowly.
   */
  readonly reason:
    | 'starting'
    | 'target'
    | 'header'
    | 'host'
    | 'expectation'
    | 'rate'
    | 'client'
    | 'listener'
    | 'malformed'
    | 'large'
    | 'slow';
}

export interface ConnectionEnded {
  readonly kind: 'connectionEnded';
  readonly listener: ListenerName;
  /**
   * The reason why the connection was refused or closed.
   *
   * - `barred`: only the proxy may connect.
   * - `client`, `listener`: the client or the listener has too many connections, and an idle one
   *   was closed.
   * - `pending`: the address has too many connections without a complete request.
   * - `slow`: a slow connection was closed so that a waiting one could be accepted.
   * - `unread`: the client did not read its response.
   * - `preface`: the proxy did not send the address of the client.
   */
  readonly reason: 'barred' | 'client' | 'listener' | 'pending' | 'slow' | 'unread' | 'preface';
}

/** A message that was handed over to the payment hub. */
interface HandedOver {
  readonly messageId: string;
  readonly paymentId: string;
  readonly batch: number;
  readonly instrument: Instrument;
}

/** The events of the service. Its logs and metrics are made from them. */
export type ServiceEvent =
  | {
      readonly kind: 'requestAnswered';
      readonly operation: string;
      readonly status: number;
      readonly milliseconds: Milliseconds;
      /** Undefined for requests for tokens. */
      readonly interactionId: string | undefined;
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
  /** A step failed permanently or too often. It now waits for an operator. */
  | {
      readonly kind: 'workParked';
      readonly work: Work['id'];
      readonly step: Work['step'];
      readonly paymentId: string;
      readonly attempts: number;
    }
  /** This node took over a step from another node, whose lease had expired. */
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
  /** The creditor's bank returned a credit. `groupStatus` is that of its payment after that. */
  | {
      readonly kind: 'creditReturned';
      readonly paymentId: string;
      readonly index: number;
      readonly reason: ReasonCode;
      readonly groupStatus: GroupStatus;
    }
  /** A message was handed over to the payment hub. */
  | ({ readonly kind: 'messageHandedOver' } & HandedOver)
  /** A message was handed over after its scheme had closed on the day of the message. */
  | ({ readonly kind: 'handedOverLate' } & HandedOver)
  /** It is unknown if the hub received a message. The service tries again after `retryMs`. */
  | ({ readonly kind: 'handOverFailed' } & FailedAttempt)
  /**
   * The hub does not take a message. An operator must find the cause. The same message is handed
   * over again after `retryMs`.
   */
  | ({ readonly kind: 'handOverRefused' } & FailedAttempt)
  | HubRequestEvent
  /** A scheme has not answered all credits of a batch in the usual time. */
  | {
      readonly kind: 'answersOverdue';
      readonly paymentId: string;
      readonly batch: number;
      readonly instrument: Instrument;
      /** Number of credits without an answer. */
      readonly credits: number;
    }
  | HubDocumentEvent
  /**
   * The service no longer trusts the system clock. If `doubt` is null, it trusts the clock again.
   */
  | { readonly kind: 'clockUntrusted'; readonly doubt: ClockDoubt | null }
  /** The last entry of the audit log, reported so that a copy exists outside the database. */
  | ({ readonly kind: 'auditHead' } & AuditHead)
  /** A listener refused a request before processing it. */
  | RequestRefused
  /** A connection was refused, or was closed before the client closed it. */
  | ConnectionEnded
  /**
   * An entry in the inbox of the audit log was moved to `audit_set_aside`. `mark`: its
   * authentication code is wrong, so it was forged or changed. `repeated`: the log already
   * contains that number or a later one.
   */
  | {
      readonly kind: 'auditEntrySetAside';
      readonly reason: 'mark' | 'repeated';
      readonly id: number;
    }
  /** The entries `from` to `to`, which a node committed, are missing from the audit log. */
  | ({ readonly kind: 'auditEntriesMissing' } & MissingEntries)
  /**
   * The database role of this node owns the audit log, so it could drop the triggers that protect
   * the log.
   */
  | { readonly kind: 'auditLogOwned' }
  /** The audit log omitted a refused request, because the caller had too many. */
  | { readonly kind: 'auditEntryLeftOut'; readonly action: AuditAction }
  /**
   * A TPP has not accepted an event that was pushed. `isUnresponsive`: nothing more is pushed to it
   * for now.
   */
  | {
      readonly kind: 'pushFailed';
      readonly event: string;
      readonly clientId: string;
      /** Number of earlier pushes of the event. */
      readonly tries: number;
      readonly isUnresponsive: boolean;
      readonly problem: string;
    }
  /** The directory of TPPs changed. */
  | ({ readonly kind: 'directoryRefreshed' } & DirectoryChange)
  /** This node is now the leader for a task that one node performs for all nodes. */
  | ({ readonly kind: 'leaderElected' } & HeldTask)
  /** Another node took over a task that this node was performing and had not released. */
  | { readonly kind: 'leaderLost'; readonly task: Task }
  /**
   * A newer version of the bank's file was applied when the service started. If `previousVersion`
   * is null, it is the first.
   */
  | {
      readonly kind: 'bankFileApplied';
      readonly version: number;
      readonly digest: string;
      readonly previousVersion: number | null;
    }
  /**
   * The bank's file was not applied when the service started, because the store contains a newer or
   * a different one.
   */
  | {
      readonly kind: 'bankFileNotApplied';
      readonly reason: 'older' | 'different';
      readonly version: number;
      readonly digest: string;
      readonly appliedVersion: number;
      readonly appliedDigest: string;
    }
  /**
   * No password can be verified against the stored password hash of a user, so the user cannot sign
   * in.
   */
  | { readonly kind: 'passwordHashUnusable'; readonly userId: string }
  /** The core banking system refused an operation that follows a booking. */
  | { readonly kind: 'coreRefused'; readonly problem: string }
  /** A hold that no payment needs was released in the core banking system. */
  | { readonly kind: 'holdReleased'; readonly hold: string; readonly amountPence: Pence }
  /** A day was compared with the core banking system. */
  | { readonly kind: 'coreReconciled'; readonly day: LocalDate; readonly differences: number }
  /** The OpenTelemetry collector did not accept a batch of spans. They are lost. */
  | { readonly kind: 'spansNotExported'; readonly spans: number; readonly problem: string }
  /** The service could not write a line of its log. */
  | { readonly kind: 'logLost' }
  | { readonly kind: 'failure'; readonly what: string; readonly error: unknown };

/** Records an event of the service. It never throws and never blocks. */
export type Observe = (event: ServiceEvent) => void;
