import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Observe, ServiceEvent } from '../domain/events.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  readonly contentType: string;
  /** The figures in the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly observe: Observe;
}

/** Counts and times of what the service does, for Prometheus to scrape. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const figures = createFigures(registry);
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    observe: (event) => {
      count(figures, event);
    },
  };
}

type Figures = ReturnType<typeof createFigures>;

function createFigures(registry: Registry) {
  const registers = [registry];
  const requests = new Histogram({
    name: 'pis_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers,
  });
  const files = new Counter({
    name: 'pis_files_total',
    help: 'Payment files received',
    labelNames: ['outcome', 'classification'],
    registers,
  });
  const filePayments = new Counter({
    name: 'pis_file_payments_total',
    help: 'Payments in accepted files',
    registers,
  });
  const fileFaults = new Counter({
    name: 'pis_file_faults_total',
    help: 'Faults found in rejected files',
    registers,
  });
  const fileSeconds = new Histogram({
    name: 'pis_file_seconds',
    help: 'Time from the first byte of a file to its acceptance or rejection',
    buckets: SECONDS,
    registers,
  });
  const decisions = new Counter({
    name: 'pis_consent_decisions_total',
    help: "Customers' decisions",
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const work = new Histogram({
    name: 'pis_work_seconds',
    help: 'Time of a step of execution',
    labelNames: ['step', 'scheme'],
    buckets: SECONDS,
    registers,
  });
  const finished = new Counter({
    name: 'pis_payments_finished_total',
    help: 'File payments that came to their end, by group status',
    labelNames: ['status'],
    registers,
  });
  const failures = new Counter({
    name: 'pis_failures_total',
    help: 'Failures on our side',
    registers,
  });
  return {
    requests,
    files,
    filePayments,
    fileFaults,
    fileSeconds,
    decisions,
    work,
    finished,
    failures,
  };
}

function count(figures: Figures, event: ServiceEvent): void {
  switch (event.kind) {
    case 'requestAnswered':
      figures.requests.observe(
        { operation: event.operation, status: event.status },
        event.milliseconds / 1000,
      );
      break;
    case 'fileReceived':
      figures.files.inc({
        outcome: event.accepted ? 'accepted' : 'rejected',
        classification: event.classification ?? 'none',
      });
      figures.filePayments.inc(event.payments);
      figures.fileFaults.inc(event.faults);
      figures.fileSeconds.observe(event.milliseconds / 1000);
      break;
    case 'consentDecided':
      figures.decisions.inc({
        outcome: event.authorised ? 'authorised' : 'rejected',
        reason: event.reason ?? 'none',
      });
      break;
    case 'workDone':
      figures.work.observe(
        { step: event.step, scheme: event.instrument },
        event.milliseconds / 1000,
      );
      break;
    case 'paymentFinished':
      figures.finished.inc({ status: event.groupStatus });
      break;
    case 'failure':
      figures.failures.inc();
      break;
  }
}
