import { SECOND_MS } from '../../../src/shared/time.ts';

/**
 * A module that is loaded before a node and shifts its wall clock by seconds, like an unset
 * machine's clock. The monotonic clock stays right.
 */
const skewMs = Number(process.env['CLOCK_SKEW_SECONDS'] ?? '0') * SECOND_MS;
const trueNow = Date.now.bind(Date);
const now = (): number => trueNow() + skewMs;

Date.now = now;
globalThis.Date = new Proxy(Date, {
  apply: () => new Date().toString(),
  construct: (date, args: readonly unknown[], asked: typeof Date) =>
    Reflect.construct(date, args.length === 0 ? [now()] : args, asked) as Date,
});
