import { pino, type DestinationStream, type Logger } from 'pino';
import type { Observe } from '../domain/records/events.ts';
import { LineWriter } from './line-writer.ts';

/** Standard output. */
const DESCRIPTOR = 1;

export interface Log {
  readonly log: Logger;
  /** Writes what has been logged so far. */
  flush(): void;
  /** Writes what has been logged so far before it returns; the process may end then. */
  flushNow(): void;
  /** Writes the rest and ends the log. */
  close(): void;
}

export interface LogOptions {
  readonly level: string;
  /** The name of the node, which each line tells; null: there is only this one. */
  readonly node: string | null;
}

/**
 * A structured log on standard output, a line of JSON for each event. `onLost` is told when lines
 * could not be written: the payments go on without them.
 */
export function createLog(options: LogOptions, onLost: () => void): Log {
  const writer = new LineWriter(DESCRIPTOR, onLost);
  const log = openLogger(options, writer);
  return {
    log,
    flush: () => {
      writer.flush();
    },
    flushNow: () => {
      writer.flushNow();
    },
    close: () => {
      writer.close();
    },
  };
}

/** A logger that writes lines of JSON, each with its instant and the name of the node. */
export function openLogger({ level, node }: LogOptions, writer: DestinationStream): Logger {
  const base = node === null ? null : { node };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, writer);
}

/**
 * Writes events to the log. Nothing secret is in an event: no token, no account number, no name;
 * errors are ours, never a caller's words.
 */
export function logEvents(log: Logger): Observe {
  return (event) => {
    const tell = (level: 'debug' | 'info' | 'warn' | 'error'): void => {
      // Most answers are told at a level that may be off.
      if (!log.isLevelEnabled(level)) return;
      const { kind, ...fields } = 'milliseconds' in event ? rounded(event) : event;
      log[level](fields, kind);
    };
    switch (event.kind) {
      case 'failure':
        log.error({ err: event.error }, event.what);
        break;
      case 'auditEntryLeftOut':
      case 'connectionEnded':
      case 'requestRefused':
        // Strangers could fill the log with them: they are counted instead.
        break;
      case 'logLost':
        // A line about a line that was lost would be lost as well.
        break;
      case 'requestAnswered':
        // Of those without a good token there can be as many as strangers like.
        tell(event.clientId === undefined ? 'debug' : 'info');
        break;
      case 'workDone':
        tell('debug');
        break;
      case 'bankFileNotApplied':
      case 'passwordHashUnusable':
      case 'auditLogOwned':
        tell('warn');
        break;
      case 'workParked':
      case 'clockDoubted':
      case 'auditEntrySetAside':
      case 'auditEntriesMissing':
        tell('error');
        break;
      default:
        tell('info');
    }
  };
}

/** Microseconds are fine enough to read. */
function rounded<Timed extends { readonly milliseconds: number }>(event: Timed): Timed {
  return { ...event, milliseconds: Math.round(event.milliseconds * 1000) / 1000 };
}
