import { SECOND_MS } from '../../../src/shared/time.ts';

/*
 * Loaded before a node: its clock is wrong by so many seconds, as that of a machine is whose time
 * nobody sets. Not so its stopwatch.
 */
const skewMs = Number(process.env['CLOCK_SKEW_SECONDS'] ?? '0') * SECOND_MS;
const trueNow = Date.now.bind(Date);
const now = (): number => trueNow() + skewMs;

Date.now = now;
globalThis.Date = new Proxy(Date, {
  apply: () => new Date().toString(),
  construct: (date, given: readonly unknown[], asked: typeof Date) =>
    Reflect.construct(date, given.length === 0 ? [now()] : given, asked) as Date,
});
