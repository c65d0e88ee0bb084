import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DirectoryChange } from '../ports/directory-store.ts';
import type { HeldTask, Task } from '../ports/node-store.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { AuditAction, AuditHead, MissingEntries } from './audit.ts';
import type { Classification } from './payment.ts';
import type { Work } from './records.ts';

/** Why the machine's clock is not believed. */
export interface ClockDoubt {
  /** `leapt` while the service ran; `behind` or `ahead` of what the store knows, at a start. */
  readonly kind: 'leapt' | 'behind' | 'ahead';
  /** What the service goes by meanwhile, when the doubt began. */
  readonly trusted: Instant;
  /** What the machine said then. */
  readonly machine: Instant;
}

/** The doors, as operators know them. */
export type ListenerName = 'plain' | 'tpps' | 'customers';

export interface RequestRefused {
  readonly kind: 'requestRefused';
  readonly listener: ListenerName;
  /**
   * `starting`: nothing is served yet. `target`, `header`, `host`, `expectation`: what is wrong
   * with it. `rate`: its caller asks too often. `caller`, `door`: too much is under way already.
   * `malformed`, `large`, `slow`: it is no request, its head is too large, or it does not come.
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
   * `barred`: only a proxy may connect. `caller`, `door`: there were too many of that caller or in
   * all, and one that said nothing went. `unfinished`: its address has too many that bring no
   * request. `slow`: it went for one that was there. `unread`: it did not take its answer.
   * `preface`: the proxy did not say whom it speaks for.
   */
  readonly reason: 'barred' | 'caller' | 'listener' | 'unfinished' | 'slow' | 'unread' | 'preface';
}

/** What the operators may want to know of; logs and metrics are made of these. */
export type ServiceEvent =
  | {
      readonly kind: 'requestAnswered';
      readonly operation: string;
      readonly status: number;
      readonly milliseconds: number;
      readonly interactionId: string;
      readonly clientId: string | undefined;
    }
  | {
      readonly kind: 'fileReceived';
      readonly consentId: string;
      readonly accepted: boolean;
      readonly bytes: number;
      readonly milliseconds: number;
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
      readonly milliseconds: number;
    }
  /** A step failed so often, or in such a way, that it waits for an operator. */
  | {
      readonly kind: 'workParked';
      readonly work: Work['id'];
      readonly step: Work['step'];
      readonly paymentId: string;
      readonly attempts: number;
    }
  /** A step is done here now that another claimed, which was not heard of. */
  | {
      readonly kind: 'workTakenOver';
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
  /** The machine's clock is not believed from now on; null: it is again. */
  | { readonly kind: 'clockDoubted'; readonly doubt: ClockDoubt | null }
  /** Where the audit log ends. */
  | ({ readonly kind: 'auditHead' } & AuditHead)
  /** A request was refused at a door, before anybody looked into it. */
  | RequestRefused
  /** A connection was not let in, or ended before its time. */
  | ConnectionEnded
  /**
   * An entry of the audit log's inbox was moved to `audit_set_aside`. `mark`: its mark is wrong, so
   * it was forged or changed. `repeated`: the log has an entry of that number, or a later one.
   */
  | {
      readonly kind: 'auditEntrySetAside';
      readonly reason: 'mark' | 'repeated';
      readonly id: number;
    }
  /** Entries that a node committed are missing from the audit log: `from` to `to` of a series. */
  | ({ readonly kind: 'auditEntriesMissing' } & MissingEntries)
  /** The database role of this node owns the audit log, and could drop its triggers. */
  | { readonly kind: 'auditLogOwned' }
  /** A refusal that is not in the audit log, because of that caller's there were many. */
  | { readonly kind: 'auditEntryLeftOut'; readonly action: AuditAction }
  /** The directory of TPPs has a new state. */
  | ({ readonly kind: 'directoryRefreshed' } & DirectoryChange)
  /** This node does something for all nodes from now on. */
  | ({ readonly kind: 'taskTaken' } & HeldTask)
  /** Another node does it from now on, though this one did not let go of it. */
  | { readonly kind: 'taskLost'; readonly task: Task }
  /** A newer version of the bank's file was applied at the start; null: it is the first. */
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
  /** The stored password hash of a user cannot be verified: nobody can sign in as that user. */
  | { readonly kind: 'passwordHashUnusable'; readonly userId: string }
  /** A line of the log could not be written. */
  | { readonly kind: 'logLost' }
  | { readonly kind: 'failure'; readonly what: string; readonly error: unknown };

/** Takes note of an event. Never throws, never waits. */
export type Observe = (event: ServiceEvent) => void;
