import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { BASE } from '../../../test-client/tpp.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { consentBody } from '../../helpers/tpp.ts';
import { inMebibytes, medianOf, percentileOf } from '../probing.ts';
import { ask, type Asking, type Seen } from './clients.ts';
import {
  ANSWERED_WITHIN_MS,
  certificatesOf,
  certifiedToken,
  uploadByHand,
  type Trial,
  type World,
} from './world.ts';

/** Number of downloads that one TPP starts but does not read. */
const UNREAD = 250;

/** Number of payments in the file to download, which has about 50 MB. */
const PAYMENTS = 100_000;

const EXPECTED = {
  /** Maximum growth of the service's memory, in bytes. */
  grownBytes: 64 * 2 ** 20,
  /**
   * Maximum delay for other TPPs in milliseconds. Their median may double and then grow by this.
   */
  delayedMs: 50,
  /**
   * Number of downloads that the service accepts (PIS_FILE_DOWNLOADS_PER_TPP). It refuses the
   * others with 429.
   */
  begun: 8,
} as const;

/** Number of requests of each kind that another TPP sends, before and during the downloads. */
const REQUESTS = 40;

/** Interval at which the service's memory is read, in milliseconds. */
const LOOKED_AT_MS = 50;

/** Returns the service's resident memory in bytes. Works only on Linux. */
function residentBytes({ service }: World): number {
  const status = readFileSync(`/proc/${String(service.pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
}

/** Sends one request as the TPP that does not overload the service. Returns the response. */
type Request = () => Promise<Seen>;

/**
 * Returns functions for three kinds of requests to the internal listener: a small GET, a POST that
 * creates a consent, and a download.
 */
async function requestsOf(world: World): Promise<Readonly<Record<string, Request>>> {
  const { service, other } = world;
  const file = bulkFile(1000);
  const consent = await other.consentFor(file);
  await uploadByHand({ ...world, tpp: other }, consent, file);
  const url = `${service.origin}${BASE}/file-payment-consents`;
  const headers = { authorization: `Bearer ${other.token}` };
  const get = { method: 'GET', headers, timeoutMs: ANSWERED_WITHIN_MS } satisfies Asking;
  const body = Buffer.from(JSON.stringify(consentBody(bulkFile(2))));
  let posted = 0;
  return {
    get: () => ask(`${url}/${consent}`, get),
    post: () => {
      posted += 1;
      const key = { 'x-idempotency-key': `beside${String(posted)}` };
      const all = { ...headers, 'content-type': 'application/json', ...key };
      return ask(url, { method: 'POST', headers: all, body, timeoutMs: ANSWERED_WITHIN_MS });
    },
    download: () => ask(`${url}/${consent}/file`, get),
  };
}

/** Sends requests of all kinds in turn. Returns the responses by kind. */
async function measure(requests: Readonly<Record<string, Request>>) {
  const seen: Record<string, Seen[]> = {};
  for (let at = 0; at < REQUESTS; at += 1) {
    for (const [name, request] of Object.entries(requests)) {
      seen[name] = [...(seen[name] ?? []), await request()];
    }
  }
  return seen;
}

function timesOf(seen: readonly Seen[] = []): readonly number[] {
  return seen.map(({ milliseconds }) => milliseconds);
}

/**
 * Opens the connections for the downloads in advance, because their handshakes are not to be
 * measured. Each gets one response without a body (401), because the service closes connections
 * that send no request.
 */
async function connectAll({ service, data }: World): Promise<TLSSocket[]> {
  const tls = certificatesOf(data, 'tpp-one');
  const port = service.ports.httpsPort;
  const sockets: TLSSocket[] = [];
  for (let at = 0; at < UNREAD; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ...tls });
    socket.on('error', () => undefined);
    sockets.push(socket);
    const path = `${BASE}/domestic-payments/none`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:${String(port)}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
  }
  return sockets;
}

/**
 * Reads the status of a response that was not read before, and closes the connection. Returns 0 if
 * the service had closed it.
 */
function statusOf(socket: TLSSocket): Promise<number> {
  return new Promise((resolve) => {
    socket
      .once('data', (head: Buffer) => {
        resolve(Number(head.toString('latin1').split(' ')[1]));
        socket.destroy();
      })
      .once('close', () => {
        resolve(0);
      })
      .resume();
    if (socket.closed) resolve(0);
  });
}

/** One TPP starts 250 downloads of its 50 MB file and reads none of them. */
export const unreadDownloads: Trial = {
  seconds: 90,
  settings: { PIS_FILE_MAX_BYTES: String(64 * 2 ** 20) },
  run: async (world) => {
    const { tpp, checks, tell } = world;
    const file = bulkFile(PAYMENTS);
    const consent = await tpp.consentFor(file);
    const { status } = await uploadByHand(world, consent, file);
    checks.holds('the file is taken', status === 200, inMebibytes(file.length));
    const token = await certifiedToken(world, 'tpp-one');
    const requests = await requestsOf(world);
    const sockets = await connectAll(world);
    await measure(requests);
    const before = await measure(requests);
    const resident = residentBytes(world);
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, residentBytes(world));
    }, LOOKED_AT_MS);
    const host = `localhost:${String(world.service.ports.httpsPort)}`;
    const lines = [
      `GET ${BASE}/file-payment-consents/${consent}/file HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
    ];
    for (const socket of sockets) socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const during = await measure(requests);
    clearInterval(looking);
    for (const [name, seen] of Object.entries(during)) {
      const [idle, times] = [timesOf(before[name]), timesOf(seen)];
      const ratio = (of: (values: readonly number[]) => number): string =>
        `${String(Math.round(of(times)))} ms, ${(of(times) / of(idle)).toFixed(2)} of idle`;
      const p99 = (values: readonly number[]): number => percentileOf(values, 0.99);
      const found = `median ${ratio(medianOf)}; p99 ${ratio(p99)}`;
      const areServed = seen.every(({ status }) => status === 200 || status === 201);
      const isSoon = medianOf(times) <= 2 * medianOf(idle) + EXPECTED.delayedMs;
      checks.holds(
        `during unread downloads, ${name} is served as before`,
        areServed && isSoon,
        found,
      );
    }
    const grown = most - resident;
    tell(`from ${inMebibytes(resident)} to ${inMebibytes(most)} at the most`);
    const isBounded = grown < EXPECTED.grownBytes;
    checks.holds('250 unread downloads take little memory', isBounded, inMebibytes(grown));
    const statuses = await Promise.all(sockets.map(statusOf));
    const count = (wanted: number): number => statuses.filter((one) => one === wanted).length;
    const found = `${String(count(200))} are 200, ${String(count(429))} are 429`;
    const areBegun = count(200) === EXPECTED.begun && count(429) === UNREAD - EXPECTED.begun;
    checks.holds('8 of them have places', areBegun, found);
  },
};
