import { pino, type Logger } from 'pino';
import type { Observe } from '../domain/events.ts';

/** Log lines are gathered up to this many bytes, or so many milliseconds, then written. */
const BUFFER_BYTES = 4096;
const FLUSH_INTERVAL_MS = 1000;

/** A structured log on standard output, a line of JSON for each event. */
export function createLog(level: string): Logger {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/**
 * Writes events to the log. Nothing secret is in an event: no token, no account number, no name;
 * errors are ours, never a caller's words.
 */
export function logEvents(log: Logger): Observe {
  return (event) => {
    const { kind, ...fields } = 'milliseconds' in event ? rounded(event) : event;
    switch (event.kind) {
      case 'failure':
        log.error({ err: event.error }, event.what);
        break;
      case 'workDone':
        log.debug(fields, kind);
        break;
      default:
        log.info(fields, kind);
    }
  };
}

/** Microseconds are fine enough to read. */
function rounded<Timed extends { readonly milliseconds: number }>(event: Timed): Timed {
  return { ...event, milliseconds: Math.round(event.milliseconds * 1000) / 1000 };
}
