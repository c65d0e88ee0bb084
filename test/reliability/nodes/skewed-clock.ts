import { SECOND_MS } from '../../../src/shared/time.ts';

/**
 * A module that is loaded into a node before its own code. It shifts the node's wall clock by
 * seconds, as on a machine whose clock is not synchronised. The monotonic clock stays right.
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
