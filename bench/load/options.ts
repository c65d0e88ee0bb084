import { BlockList, isIP } from 'node:net';
import type { Values } from '../../test/helpers/command-line.ts';
import { readMix, type Mix } from './mix.ts';

/** Options of `npm run bench -- load`. */
export const LOAD_OPTIONS = {
  target: {
    kind: 'text',
    default: '',
    about: 'internal listener of a sandbox, as http://127.0.0.1:8080; default: starts one',
  },
  rate: { kind: 'number', default: 50, least: 1, about: 'journeys that start per second' },
  duration: { kind: 'text', default: '30s', about: 'duration, such as 500ms, 60s or 5m' },
  mix: {
    kind: 'text',
    default: 'file:1,single:8,vrp:1',
    about: 'weights of the kinds of journeys',
  },
  payments: { kind: 'number', default: 100, least: 1, about: 'payments in a file' },
  connections: {
    kind: 'number',
    default: 128,
    least: 1,
    about: 'maximum number; requests wait for a free one',
  },
  timeout: { kind: 'text', default: '10s', about: 'time after which a request fails' },
  p99: { kind: 'text', default: '', about: 'exits with 1 if the p99 of all requests is longer' },
  errors: { kind: 'text', default: '1%', about: 'exits with 1 if more of the requests fail' },
  confirm: { kind: 'text', default: '', about: "the target's host again, if it is not loopback" },
} as const;

export interface LoadOptions {
  /** URL of a running sandbox. Null if the bench starts its own sandbox. */
  readonly target: string | null;
  readonly rate: number;
  readonly durationMs: number;
  readonly mix: Mix;
  readonly payments: number;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly thresholds: Thresholds;
}

export interface Thresholds {
  /**
   * Limit for the 99th percentile of response times, in milliseconds. Null if there is no limit.
   */
  readonly p99Ms: number | null;
  /** Maximum fraction of requests that may fail. */
  readonly errors: number;
}

/**
 * Maximum duration of a run in milliseconds. The TPP's token is valid for an hour and is not
 * renewed.
 */
const LONGEST_MS = 50 * 60_000;

/** Maximum number of journeys per second. One Node.js process cannot send more. */
const HIGHEST_RATE = 10_000;

/**
 * Maximum number of payments in a file. The sandbox accepts no larger file, and the customer's
 * limit allows no more.
 */
const MOST_PAYMENTS = 4000;

/** Returns the parsed options, or an error message if they are invalid. */
export function readLoadOptions(values: Values<typeof LOAD_OPTIONS>): LoadOptions | string {
  const target = readTarget(values.target, values.confirm);
  if ('problem' in target) return target.problem;
  const durationMs = readDuration(values.duration);
  if (durationMs === null || durationMs === 0 || durationMs > LONGEST_MS) {
    return '--duration takes a time such as 500ms, 60s or 5m, at most 50m.';
  }
  const timeoutMs = readDuration(values.timeout);
  if (timeoutMs === null || timeoutMs === 0 || timeoutMs > LONGEST_MS) {
    return '--timeout takes a time such as 500ms or 10s, at most 50m.';
  }
  const mix = readMix(values.mix);
  if (mix === null) return '--mix takes parts such as file:1,single:8,vrp:1, not all of them 0.';
  const p99Ms = values.p99 === '' ? null : readDuration(values.p99);
  if (values.p99 !== '' && p99Ms === null) return '--p99 takes a time such as 50ms or 1s.';
  const errors = readPart(values.errors);
  if (errors === null) return '--errors takes a part such as 0.1%, at most 100%.';
  if (values.rate > HIGHEST_RATE) return `--rate is at most ${String(HIGHEST_RATE)}.`;
  if (values.payments > MOST_PAYMENTS) return `--payments is at most ${String(MOST_PAYMENTS)}.`;
  const { rate, payments, connections } = values;
  const thresholds = { p99Ms, errors };
  const { origin } = target;
  return { target: origin, rate, durationMs, mix, payments, connections, timeoutMs, thresholds };
}

/** Parses a duration such as `60s`. Returns milliseconds, or null if the text is invalid. */
function readDuration(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * ({ ms: 1, s: 1000, m: 60_000 }[unit] ?? 0);
}

/** Parses a percentage such as `0.1%`. Returns a fraction of 1, or null if the text is invalid. */
function readPart(text: string): number | null {
  const number = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1];
  return number === undefined || Number(number) > 100 ? null : Number(number) / 100;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

type Target = { readonly origin: string | null } | { readonly problem: string };

function readTarget(text: string, confirmed: string): Target {
  if (text === '') return { origin: null };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:') {
    const problem =
      '--target must be the internal listener (http): sandbox approvals work only there.';
    return { problem };
  }
  if (url?.protocol !== 'http:' || `${url.origin}/` !== url.href) {
    return { problem: '--target takes an address such as http://127.0.0.1:8080, without a path.' };
  }
  if (!isLoopback(url.hostname) && url.hostname !== confirmed) {
    const problem =
      `${url.hostname} is not loopback. Its operator must agree to the load. ` +
      `If so, add --confirm ${url.hostname}.`;
    return { problem };
  }
  return { origin: url.origin };
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
