import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Bounds of the histograms, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics that count events. */
export type Figures = ReturnType<typeof createFigures>;

/** Creates the metrics that count events. */
export function createFigures(registry: Registry) {
  const make = factoriesFor(registry);
  return { ...createPaymentFigures(make), ...createNodeFigures(make), ...createAuditFigures(make) };
}

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

function createPaymentFigures({ counter, histogram }: Factories) {
  return {
    requests: histogram(
      'pis_request_seconds',
      'Time to answer a request in seconds, by operation and status',
      ['operation', 'status'],
    ),
    files: counter(
      'pis_files_total',
      'Uploads, by outcome (accepted, rejected) and classification',
      ['outcome', 'classification'],
    ),
    filePayments: counter('pis_file_payments_total', 'Payments in accepted files'),
    fileFaults: counter('pis_file_faults_total', 'Errors found in rejected files'),
    fileSeconds: histogram(
      'pis_file_seconds',
      'Time from the first byte of an upload to its result, in seconds',
    ),
    decisions: counter(
      'pis_consent_decisions_total',
      "Customers' decisions about consents, by outcome and reason",
      ['outcome', 'reason'],
    ),
    work: histogram(
      'pis_work_seconds',
      'Time of a successful job with its group in seconds, by step and scheme',
      ['step', 'scheme'],
    ),
    finished: counter(
      'pis_payments_finished_total',
      'Finished payments of all types, by status (ACSC, PART, RJCT)',
      ['status'],
    ),
  };
}

function createNodeFigures({ counter, gauge }: Factories) {
  return {
    bankFileNotApplied: gauge(
      'pis_bank_file_not_applied',
      '1 if this node started with an older or different bank file',
    ),
    refused: counter(
      'pis_requests_refused_total',
      'Requests that a listener refused, by listener and reason',
      ['listener', 'reason'],
    ),
    ended: counter(
      'pis_connections_ended_total',
      'Connections that a listener refused or ended, by listener and reason',
      ['listener', 'reason'],
    ),
    takeovers: counter(
      'pis_lease_takeovers_total',
      'Jobs and tasks taken over from a node that stopped responding, by what (work or the task)',
      ['what'],
    ),
    failures: counter(
      'pis_failures_total',
      'Failures of the service: responses 500 or 503, or failed jobs',
    ),
    lostLogs: counter('pis_log_failures_total', 'Failed writes of the log'),
  };
}

function createAuditFigures({ counter, gauge }: Factories) {
  return {
    auditEntries: gauge(
      'pis_audit_entries',
      'Number of audit entries at the last auditHead line of the log',
    ),
    setAside: counter(
      'pis_audit_set_aside_total',
      'Invalid entries that this node set aside, by reason (mark: forged or changed, repeated)',
      ['reason'],
    ),
    missing: counter('pis_audit_missing_total', 'Audit entries that this node found missing'),
    leftOut: counter(
      'pis_audit_dropped_total',
      'Refusals that were not recorded because one client caused too many, by action',
      ['action'],
    ),
  };
}
