import { pino, type DestinationStream, type Logger } from 'pino';
import type { Observe, ServiceEvent } from '../domain/records/events.ts';
import type { Milliseconds } from '../shared/time.ts';
import { LineWriter } from './line-writer.ts';

/** File descriptor of standard output. */
const DESCRIPTOR = 1;

export interface Log {
  readonly log: Logger;
  /** Starts writing the buffered lines. */
  flush(): void;
  /** Writes the buffered lines synchronously. The process may end afterwards. */
  flushNow(): void;
  /** Writes the buffered lines and closes the log. */
  close(): void;
}

export interface LogOptions {
  readonly level: string;
  /** Name of the node, added to each line. Null for a single node. */
  readonly node: string | null;
}

/**
 * Creates a structured log on standard output with one line of JSON for each event. `onLost` is
 * called when lines could not be written. Payments continue without them.
 */
export function createLog(options: LogOptions, onLost: () => void): Log {
  const writer = new LineWriter(DESCRIPTOR, onLost);
  const log = openLogger(options, writer);
  return {
    log,
    flush: () => writer.flush(),
    flushNow: () => writer.flushNow(),
    close: () => writer.close(),
  };
}

/** Creates a logger that writes one line of JSON per event, with its time and the node's name. */
export function openLogger({ level, node }: LogOptions, writer: DestinationStream): Logger {
  const base = node === null ? null : { node };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, writer);
}

/**
 * Returns an observer that writes events to the log. Events contain no secrets: no tokens, account
 * numbers or names. Error texts are the service's own and quote no caller.
 */
export function logEvents(log: Logger): Observe {
  return (event) => {
    if (event.kind === 'failure') {
      log.error({ err: event.error }, event.what);
      return;
    }
    const level = levelOf(event);
    // Skips the conversion for levels that are switched off, as most requests are.
    if (level === undefined || !log.isLevelEnabled(level)) return;
    const { kind, ...fields } = 'milliseconds' in event ? rounded(event) : event;
    log[level](fields, kind);
  };
}

/** Returns the level of an event, or undefined if it is not logged. */
function levelOf(event: ServiceEvent): 'debug' | 'info' | 'warn' | 'error' | undefined {
  switch (event.kind) {
    case 'auditEntryLeftOut':
    case 'connectionEnded':
    case 'requestRefused':
      // Unauthenticated clients could fill the log with these events, so they are only counted.
      return undefined;
    case 'logLost':
      // The log cannot be written at the moment, so this line would be lost too.
      return undefined;
    case 'requestAnswered':
      // Unauthenticated clients can send any number of requests.
      return event.clientId === undefined ? 'debug' : 'info';
    case 'workDone':
    case 'messageHandedOver':
    case 'enquirySent':
      return 'debug';
    case 'bankFileNotApplied':
    case 'passwordHashUnusable':
    case 'auditLogOwned':
    case 'handOverFailed':
    case 'handedOverLate':
    case 'enquiryFailed':
    case 'recallFailed':
    case 'answersOverdue':
    case 'holdReleased':
    case 'spansNotExported':
      return 'warn';
    case 'pushFailed':
      return event.isUnresponsive ? 'warn' : 'info';
    case 'workParked':
    case 'clockUntrusted':
    case 'auditEntrySetAside':
    case 'auditEntriesMissing':
    case 'handOverRefused':
    case 'documentSetAside':
    case 'returnSetAside':
    case 'coreRefused':
      return 'error';
    case 'coreReconciled':
      return event.differences > 0 ? 'error' : 'info';
    default:
      return 'info';
  }
}

/** Rounds the duration to whole microseconds. */
function rounded<Timed extends { readonly milliseconds: Milliseconds }>(event: Timed): Timed {
  return { ...event, milliseconds: Math.round(event.milliseconds * 1000) / 1000 };
}
