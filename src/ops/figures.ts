import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observe, ServiceEvent } from '../domain/records/events.ts';
import { SECOND_MS } from '../shared/time.ts';

/** Bounds of the histograms, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts an event of each kind. */
type Counters = {
  readonly [Kind in ServiceEvent['kind']]: (event: Extract<ServiceEvent, { kind: Kind }>) => void;
};

/** Creates the metrics that count events. Returns the function that counts an event. */
export function createEventCounter(registry: Registry): Observe {
  const make = factoriesFor(registry);
  const counters: Counters = {
    ...countPayments(make),
    ...countHandOver(make),
    ...countRecalls(make),
    ...countNode(make),
    ...countPushes(make),
    ...countAudit(make),
    ...LOGGED_ONLY,
  };
  return (event) => (counters[event.kind] as Observe)(event);
}

const ignore = (): void => undefined;

/** Events that are only logged, or read by a gauge of `addGauges`. */
const LOGGED_ONLY = {
  workParked: ignore,
  clockUntrusted: ignore,
  leaderLost: ignore,
  bankFileApplied: ignore,
  coreReconciled: ignore,
  passwordHashUnusable: ignore,
  auditLogOwned: ignore,
  directoryRefreshed: ignore,
};

type Factories = ReturnType<typeof factoriesFor>;

function factoriesFor(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: Label[] = [],
    ) => new Histogram({ name, help, labelNames, buckets: SECONDS, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
  };
}

function countPayments({ counter, histogram }: Factories) {
  const requests = histogram(
    'pis_request_seconds',
    'Time to answer a request in seconds, by operation and status',
    ['operation', 'status'],
  );
  const files = counter(
    'pis_files_total',
    'Uploads, by outcome (accepted, rejected) and classification',
    ['outcome', 'classification'],
  );
  const filePayments = counter('pis_file_payments_total', 'Payments in accepted files');
  const fileFaults = counter('pis_file_faults_total', 'Errors found in rejected files');
  const fileSeconds = histogram(
    'pis_file_seconds',
    'Time from the first byte of an upload to its result, in seconds',
  );
  const decisions = counter(
    'pis_consent_decisions_total',
    "Customers' decisions about consents, by outcome and reason",
    ['outcome', 'reason'],
  );
  const work = histogram(
    'pis_work_seconds',
    'Time of a successful job with its group in seconds, by step and scheme',
    ['step', 'scheme'],
  );
  const finished = counter(
    'pis_payments_finished_total',
    'Finished payments of all types, by status (ACSC, PART, RJCT)',
    ['status'],
  );
  const returned = counter(
    'pis_credits_returned_total',
    "Credits that creditors' banks returned, by reason",
    ['reason'],
  );
  return {
    requestAnswered: ({ operation, status, milliseconds }) =>
      requests.observe({ operation, status }, milliseconds / SECOND_MS),
    fileReceived: ({ accepted, classification, payments, faults, milliseconds }) => {
      const outcome = accepted ? 'accepted' : 'rejected';
      files.inc({ outcome, classification: classification ?? 'none' });
      filePayments.inc(payments);
      fileFaults.inc(faults);
      fileSeconds.observe(milliseconds / SECOND_MS);
    },
    consentDecided: ({ authorised, reason }) =>
      decisions.inc({ outcome: authorised ? 'authorised' : 'rejected', reason: reason ?? 'none' }),
    workDone: ({ step, instrument, milliseconds }) =>
      work.observe({ step, scheme: instrument }, milliseconds / SECOND_MS),
    paymentFinished: ({ groupStatus }) => finished.inc({ status: groupStatus }),
    creditReturned: ({ reason }) => returned.inc({ reason }),
  } satisfies Partial<Counters>;
}

function countHandOver({ counter }: Factories) {
  const handedOver = counter(
    'pis_messages_handed_over_total',
    'Messages that were handed over to the payment hub, by scheme',
    ['scheme'],
  );
  const failed = counter(
    'pis_hand_over_failures_total',
    'Failed attempts to hand a message over to the payment hub, by scheme',
    ['scheme'],
  );
  const refusals = counter(
    'pis_hand_over_refusals_total',
    'Attempts to hand a message over that the payment hub refused, by scheme',
    ['scheme'],
  );
  const late = counter(
    'pis_late_hand_overs_total',
    'Messages that were handed over after their scheme had closed, by scheme',
    ['scheme'],
  );
  const enquiries = counter(
    'pis_enquiries_total',
    'Enquiries to the payment hub about missing answers, by scheme and outcome (sent, failed)',
    ['scheme', 'outcome'],
  );
  const overdue = counter(
    'pis_answers_overdue_total',
    'Batches that a scheme did not answer completely in time, by scheme. Counted hourly',
    ['scheme'],
  );
  const answers = counter(
    'pis_scheme_answers_total',
    'Answers of the payment hub, by outcome (taken, unusable)',
    ['outcome'],
  );
  const entries = counter(
    'pis_settlement_entries_total',
    'New entries of the settlement accounts, by outcome (matched, unexpected)',
    ['outcome'],
  );
  const setAside = counter(
    'pis_hub_documents_set_aside_total',
    'Documents of the payment hub that could not be read, by code',
    ['code'],
  );
  const returnsSetAside = counter(
    'pis_returns_set_aside_total',
    'Returned credits about which an operator must decide',
  );
  return {
    messageHandedOver: ({ instrument }) => handedOver.inc({ scheme: instrument }),
    handOverFailed: ({ instrument }) => failed.inc({ scheme: instrument }),
    handOverRefused: ({ instrument }) => refusals.inc({ scheme: instrument }),
    handedOverLate: ({ instrument }) => late.inc({ scheme: instrument }),
    enquirySent: ({ instrument }) => enquiries.inc({ scheme: instrument, outcome: 'sent' }),
    enquiryFailed: ({ instrument }) => enquiries.inc({ scheme: instrument, outcome: 'failed' }),
    answersOverdue: ({ instrument }) => overdue.inc({ scheme: instrument }),
    answersTaken: (event) => {
      answers.inc({ outcome: 'taken' }, event.answers);
      answers.inc({ outcome: 'unusable' }, event.unusable);
    },
    entriesTaken: (event) => {
      entries.inc({ outcome: 'matched' }, Math.max(0, event.entries - event.unexpected));
      entries.inc({ outcome: 'unexpected' }, event.unexpected);
    },
    documentSetAside: ({ code }) => setAside.inc({ code }),
    returnSetAside: () => returnsSetAside.inc(),
  } satisfies Partial<Counters>;
}

function countRecalls({ counter }: Factories) {
  const recalls = counter(
    'pis_recalls_total',
    'Recalls of accepted credits, by scheme and outcome of the hand-over (sent, failed)',
    ['scheme', 'outcome'],
  );
  const recallAnswers = counter(
    'pis_recall_answers_total',
    'Answers to recalls, by meaning (pending, accepted, refused)',
    ['meaning'],
  );
  return {
    recallSent: ({ instrument }) => recalls.inc({ scheme: instrument, outcome: 'sent' }),
    recallFailed: ({ instrument }) => recalls.inc({ scheme: instrument, outcome: 'failed' }),
    recallAnswered: ({ meaning }) => recallAnswers.inc({ meaning }),
  } satisfies Partial<Counters>;
}

function countNode({ counter, gauge }: Factories) {
  const bankFileNotApplied = gauge(
    'pis_bank_file_not_applied',
    '1 if this node started with an older or different bank file',
  );
  const refused = counter(
    'pis_requests_refused_total',
    'Requests that a listener refused, by listener and reason',
    ['listener', 'reason'],
  );
  const ended = counter(
    'pis_connections_ended_total',
    'Connections that a listener refused or ended, by listener and reason',
    ['listener', 'reason'],
  );
  const takeovers = counter(
    'pis_lease_takeovers_total',
    'Jobs and tasks taken over from a node that stopped responding, by what (work or the task)',
    ['what'],
  );
  const failures = counter(
    'pis_failures_total',
    'Failures of the service: responses 500 or 503, or failed jobs',
  );
  const coreRefusals = counter(
    'pis_core_refused_total',
    'Requests that the core banking system refused. Operators decide about them',
  );
  const holdsReleased = counter(
    'pis_core_holds_released_total',
    'Holds in the core banking system that no payment needed, and that were released',
  );
  const lostSpans = counter(
    'pis_spans_lost_total',
    'Spans of traces that the OpenTelemetry collector did not accept',
  );
  const lostLogs = counter('pis_log_failures_total', 'Failed writes of the log');
  return {
    bankFileNotApplied: () => bankFileNotApplied.set(1),
    requestRefused: ({ listener, reason }) => refused.inc({ listener, reason }),
    connectionEnded: ({ listener, reason }) => ended.inc({ listener, reason }),
    jobTakenOver: () => takeovers.inc({ what: 'work' }),
    leaderElected: ({ task, takenFrom }) => {
      if (takenFrom !== null) takeovers.inc({ what: task });
    },
    coreRefused: () => coreRefusals.inc(),
    holdReleased: () => holdsReleased.inc(),
    failure: () => failures.inc(),
    spansNotExported: ({ spans }) => lostSpans.inc(spans),
    logLost: () => lostLogs.inc(),
  } satisfies Partial<Counters>;
}

/** Number of TPPs with a figure of their own. The others share one. */
const MAX_TPPS = 100;

function countPushes({ counter }: Factories) {
  const failures = counter(
    'pis_event_push_failures_total',
    'Pushes of events that TPPs did not accept, by client (other: after the first 100)',
    ['client'],
  );
  const clients = new Set<string>();
  return {
    pushFailed: ({ clientId }) => {
      if (clients.size < MAX_TPPS) clients.add(clientId);
      failures.inc({ client: clients.has(clientId) ? clientId : 'other' });
    },
  } satisfies Partial<Counters>;
}

function countAudit({ counter, gauge }: Factories) {
  const entries = gauge(
    'pis_audit_entries',
    'Number of audit entries at the last auditHead line of the log',
  );
  const setAside = counter(
    'pis_audit_set_aside_total',
    'Invalid entries that this node set aside, by reason (mark: forged or changed, repeated)',
    ['reason'],
  );
  const missing = counter('pis_audit_missing_total', 'Audit entries that this node found missing');
  const leftOut = counter(
    'pis_audit_dropped_total',
    'Refusals that were not recorded because one client caused too many, by action',
    ['action'],
  );
  return {
    auditHead: ({ sequence }) => entries.set(sequence),
    auditEntrySetAside: ({ reason }) => setAside.inc({ reason }),
    auditEntriesMissing: ({ from, to }) => missing.inc(to - from + 1),
    auditEntryLeftOut: ({ action }) => leftOut.inc({ action }),
  } satisfies Partial<Counters>;
}
