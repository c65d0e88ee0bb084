import type { ActionProposal, CurrentFacts } from '../../domain/records/action-proposals.ts';
import type { AuditListing } from '../../domain/records/audit-listing.ts';
import type { ApiMonth } from '../../domain/records/api-figures.ts';
import type { LedgerDay, LedgerEntries } from '../../domain/records/ledger-day.ts';
import type { FilePage } from '../../domain/records/listed-file.ts';
import type { FoundByOperator } from '../../domain/records/operator-search.ts';
import type { PaymentTimeline } from '../../domain/records/payment-timeline.ts';
import type { ServiceReport } from '../../domain/records/service-report.ts';
import type { TppList, TppReport } from '../../domain/records/tpps.ts';
import type { WaitingApprovals } from '../../domain/records/waiting-approval.ts';
import type { ActionList, ConfirmedProposal } from '../commands/action-proposals.ts';
import type { CustomerList } from '../commands/bank.ts';
import type { CoreProblemList } from '../commands/core.ts';
import type { EndpointList, EventList } from '../commands/events.ts';
import type { FileRows } from '../commands/payments.ts';
import type { HubStatus, ProblemList } from '../commands/hub.ts';
import type { CaseList, DecidedCase, HeldPayment } from '../commands/screening.ts';
import type { DifferenceList } from '../commands/settlement.ts';
import type { RetryResult, WorkList } from '../commands/work.ts';

/** The number of the record that a request changed. */
interface ChangedNumber {
  readonly id: number;
}

/** The id of the record that a request changed. */
interface ChangedId {
  readonly id: string;
}

/**
 * The answers of the API, by method and path. `docs/answer-schemas.ts` generates their schemas
 * (`answer-schemas.json`) from these types. Null: the answer is not JSON.
 */
export interface Answers {
  readonly 'POST /payments/find': FoundByOperator;
  readonly 'GET /payments/:id': PaymentTimeline;
  readonly 'POST /payments/:id/rows': FileRows;
  readonly 'GET /payments/:id/case': null;
  readonly 'POST /payments/:id/hold': HeldPayment;
  readonly 'POST /customers/find': CustomerList;
  readonly 'GET /files': FilePage;
  readonly 'GET /approvals': WaitingApprovals;
  readonly 'GET /work': WorkList;
  readonly 'POST /work/retry': RetryResult;
  readonly 'POST /work/:id/retry': RetryResult;
  readonly 'GET /proposals': ActionList;
  readonly 'POST /proposals/facts': CurrentFacts;
  readonly 'POST /proposals': ActionProposal;
  readonly 'POST /proposals/:id/confirm': ConfirmedProposal;
  readonly 'POST /proposals/:id/withdraw': ChangedNumber;
  readonly 'POST /hub/payments/:id/recall': ActionProposal;
  readonly 'POST /hub/credits/:id/propose': ActionProposal;
  readonly 'GET /screening': CaseList;
  readonly 'POST /screening/:id/propose': DecidedCase;
  readonly 'POST /screening/:id/confirm': DecidedCase;
  readonly 'POST /screening/:id/withdraw': ChangedNumber;
  readonly 'GET /hub': HubStatus;
  readonly 'POST /hub/schemes/:scheme/stop': { readonly scheme: string };
  readonly 'GET /hub/problems': ProblemList;
  readonly 'POST /hub/problems/:id/read-again': ChangedNumber;
  readonly 'POST /hub/problems/:id/dismiss': ChangedNumber;
  readonly 'GET /hub/differences': DifferenceList;
  readonly 'POST /hub/differences/:name/resolve': { readonly name: string };
  readonly 'GET /ledger': LedgerDay;
  readonly 'GET /ledger/entries': LedgerEntries;
  readonly 'GET /regulator': ApiMonth;
  readonly 'POST /regulator/downtimes/:start/unplanned': { readonly start: string };
  readonly 'GET /core/problems': CoreProblemList;
  readonly 'POST /core/problems/:id/retry': ChangedNumber;
  readonly 'POST /core/problems/:id/dismiss': ChangedNumber;
  readonly 'GET /events': EventList;
  readonly 'POST /events/:id/replay': ChangedId;
  readonly 'GET /events/endpoints': EndpointList;
  readonly 'POST /events/endpoints/:id/resume': ChangedId;
  readonly 'GET /tpps': TppList;
  readonly 'GET /tpps/:id': TppReport;
  readonly 'POST /tpps/:id/suspend': ChangedId;
  readonly 'GET /audit': AuditListing;
  readonly 'GET /settings': ServiceReport;
}

/** JSON schemas of the answers, and of the named types in them. */
export interface AnswerSchemas {
  readonly answers: Readonly<Record<string, object | null>>;
  readonly definitions: Readonly<Record<string, object>>;
}
