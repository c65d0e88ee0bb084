import type { Holidays } from '../domain/ports/bank.ts';
import type { CoreReconciliation } from '../domain/ports/core-store.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { PaymentTimeline } from '../domain/records/payment-timeline.ts';
import type { ServiceReport } from '../domain/records/service-report.ts';
import type { MessageContent } from '../domain/schemes/hand-over.ts';
import type { Instrument } from '../domain/schemes/schemes.ts';
import type { Clock, LocalDate } from '../shared/time.ts';
import type { UseCases } from '../use-cases/index.ts';
import type { ClockGuard } from './clock-guard.ts';

/** Base URLs of the TLS listeners, without a slash at the end. */
export interface AddressesReport {
  /** Base URL of the TPPs' listener. */
  readonly apiUrl: string;
  /** Base URL of the customers' listener. */
  readonly issuerUrl: string;
}

/** An exchange with a payment hub. */
export interface ShownExchange {
  readonly name: string;
  /** Its address as in PIS_SCHEMES, for example `folder:/srv/exchange`. */
  readonly address: string;
  /** The schemes that use it. */
  readonly instruments: readonly Instrument[];
}

/** The use cases that the routes of the control API call. */
type OperatorCalls =
  | 'apiMonth'
  | 'confirmAction'
  | 'currentFacts'
  | 'factsOfAction'
  | 'findCustomers'
  | 'findPayments'
  | 'ledgerEntries'
  | 'ledgerOfDay'
  | 'listAudit'
  | 'listFiles'
  | 'listTpps'
  | 'listWaitingApprovals'
  | 'proposeAction'
  | 'proposeOutcome'
  | 'proposeRecall'
  | 'searchFileRows'
  | 'viewCustomer'
  | 'viewTpp';

/** Parts of the service that the routes of the control API use. */
export interface RouteParts {
  readonly store: Store;
  readonly useCases: Pick<UseCases, OperatorCalls>;
  readonly holidays: Holidays;
  /** Business clock. */
  readonly clock: Clock;
  /** System clock. It decides how long an enrolment link is valid. */
  readonly machineClock: Clock;
  readonly guard: Pick<ClockGuard, 'now' | 'doubt' | 'machine' | 'read' | 'confirm'>;
  /** Name of this node. */
  readonly node: string;
  /** Makes the work runner check for due jobs at once. */
  readonly wake: () => void;
  /** The addresses of the TLS listeners. Null if there are none. */
  readonly addresses: AddressesReport | null;
  /** Origin of the console. Null if the console is off. */
  readonly consoleUrl: string | null;
  /** The exchanges with payment hubs. Empty if the schemes are simulated. */
  readonly exchanges: readonly ShownExchange[];
  /** Opens the file with the content of a message. */
  readonly openFile: (
    file: Extract<MessageContent, { kind: 'file' }>['file'],
  ) => Promise<AsyncIterable<Uint8Array>>;
  /** The connection to the core banking system. Null if this service keeps the accounts. */
  readonly core: {
    readonly isReachable: () => boolean;
    readonly changesProblem: () => string | null;
    readonly reconcile: (day: LocalDate) => Promise<CoreReconciliation>;
  } | null;
  readonly serviceReport: () => ServiceReport;
  /** Returns the timeline of a payment, or why there is none. */
  readonly timelineOf: (
    id: string,
    row: number | null,
  ) => Promise<PaymentTimeline | 'unknownId' | 'unknownRow'>;
  /** Returns the case file of a payment. Null if the service has no signing key. */
  readonly exportCase:
    | ((
        id: string,
        row: number | null,
        act: Act,
      ) => Promise<Uint8Array | 'unknownId' | 'unknownRow'>)
    | null;
}

/** Parts of routes that call only these use cases. */
export type PartsWith<
  Calls extends OperatorCalls,
  Names extends Exclude<keyof RouteParts, 'useCases'> = never,
> = Pick<RouteParts, Names> & { readonly useCases: Pick<UseCases, Calls> };
