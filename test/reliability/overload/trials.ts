import { execFileSync } from 'node:child_process';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { consentBody } from '../../helpers/tpp.ts';
import { inMebibytes } from '../probing.ts';
import { ask, Crowd, summaryOf, worstOf, type Seen } from './clients.ts';
import { unreadDownloads } from './downloads.ts';
import {
  ANSWERED_WITHIN_MS,
  certificatesOf,
  certifiedGet,
  getSome,
  uploadByHand,
  type Trial,
  type World,
} from './world.ts';

/** Required behaviour of the service under overload. */
const EXPECTED = {
  /** Maximum time for a response to a well-behaved client, in milliseconds. */
  worstMs: 10_000,
  /** Maximum resident memory of the service, in bytes. */
  residentBytes: 1536 * 2 ** 20,
  /** Minimum number of good requests that are served while an unauthenticated client attacks. */
  answeredMeanwhile: 50,
  /** Maximum time after an overload until the service works normally again, in milliseconds. */
  recoveredMs: 60_000,
  /** The statuses with which the service rejects requests under overload. */
  turnedAway: [429, 503],
} as const;

/** Number of good requests to send during an overload, one after the other. */
const GETS = 20;

/** Checks that the service answered every good request in time. */
function expectAnswered(
  what: string,
  seen: readonly Seen[],
  { checks }: World,
  status = 200,
): void {
  const areAnswered = seen.every((one) => one.status === status);
  const isSoon = worstOf(seen) <= EXPECTED.worstMs;
  checks.holds(`${what}, others are answered`, areAnswered && isSoon, summaryOf(seen));
}

function expectBounded(what: string, { checks, probe }: World): void {
  const most = probe.most('residentBytes');
  checks.holds(`${what}, memory is bounded`, most <= EXPECTED.residentBytes, inMebibytes(most));
}

/** A TPP uploads at one byte per second, on almost as many connections as the listener allows. */
const slowUploads: Trial = {
  seconds: 40,
  run: async (world) => {
    const { service, tpp, other, checks } = world;
    const file = bulkFile(2000);
    const { host, port } = new URL(service.origin);
    const consent = await other.consentFor(file);
    const head = [
      `POST /open-banking/v3.1/pisp/file-payment-consents/${consent}/file HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${other.token}`,
      'content-type: application/json',
      'x-idempotency-key: slow',
      `content-length: ${String(file.length)}`,
    ];
    const crowd = new Crowd();
    const say = `${head.join('\r\n')}\r\n\r\n{`;
    await crowd.open(Number(port), { count: 1900, addresses: 200, say });
    const drip = setInterval(() => {
      crowd.say(' ');
    }, SECOND_MS);
    expectAnswered('while uploads are slow', await getSome(world, GETS), world);
    const honest = await uploadByHand(world, await tpp.consentFor(file), file);
    expectAnswered('while uploads of another TPP are slow', [honest], world);
    clearInterval(drip);
    crowd.leave();
    checks.holds('slow uploads were begun', crowd.opened > 1000, crowd.opened);
    const began = performance.now();
    const userText = await untilTaken(() => uploadByHand({ ...world, tpp: other }, consent, file));
    const took = Math.round(performance.now() - began);
    const isSoon = userText.status === 200 && took <= EXPECTED.recoveredMs;
    checks.holds('when they have left, an upload is taken', isSoon, `${String(took)} ms`);
    expectBounded('through slow uploads', world);
  },
};

/** Sends a request every 100 ms until the service accepts it, or until the time is over. */
async function untilTaken(send: () => Promise<Seen>): Promise<Seen> {
  const deadline = performance.now() + EXPECTED.recoveredMs;
  for (;;) {
    const seen = await send();
    const isToTry = seen.status === 0 || EXPECTED.turnedAway.some((one) => one === seen.status);
    if (!isToTry || performance.now() > deadline) return seen;
    await wait(100);
  }
}

/** Clients open connections and send nothing. */
const silent: Trial = {
  seconds: 40,
  run: async (world) => {
    const crowd = new Crowd();
    const { port } = world.service.ports;
    await crowd.open(port, { count: 10_000, addresses: 200, say: '' });
    world.tell(`${String(crowd.opened)} silent connections, ${String(crowd.closed)} closed again`);
    expectAnswered('while thousands are silent', await getSome(world, GETS), world);
    crowd.leave();
    await wait(SECOND_MS);
    expectAnswered('when they have left', await getSome(world, GETS), world);
    expectBounded('through silence', world);
  },
};

/** A few clients open connections to the TPPs' listener and do not start the TLS handshake. */
const silentAtTls: Trial = {
  seconds: 30,
  run: async (world) => {
    const get = await certifiedGet(world, 'tpp-one');
    const crowd = new Crowd();
    const { httpsPort } = world.service.ports;
    await crowd.open(httpsPort, { count: 2400, addresses: 4, say: '' });
    world.tell(`${String(crowd.opened)} silent connections, ${String(crowd.closed)} closed again`);
    const seen: Seen[] = [];
    for (let at = 0; at < GETS; at += 1) seen.push(await get());
    expectAnswered('while four addresses start TLS connections and send nothing', seen, world, 400);
    crowd.leave();
  },
};

/** Repeats an action until the signal is aborted. */
async function untilAborted(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await act();
}

/** Two TPPs start 500 uploads of 2 MB at the same time. */
const burst: Trial = {
  seconds: 90,
  run: async (world) => {
    const { tpp, other, checks, tell } = world;
    const file = bulkFile(4000);
    const consents: (readonly [World, string])[] = [];
    for (let at = 0; at < 500; at += 1) {
      const by = at % 2 === 0 ? tpp : other;
      consents.push([{ ...world, tpp: by }, await by.consentFor(file)]);
    }
    const over = new AbortController();
    const gets: Seen[] = [];
    const meanwhile = untilAborted(over.signal, async () => {
      gets.push(...(await getSome(world, 1)));
    });
    const began = performance.now();
    const seen = await Promise.all(consents.map(([by, id]) => uploadByHand(by, id, file)));
    over.abort();
    await meanwhile;
    tell(`500 uploads at once: ${summaryOf(seen)}`);
    expectAnswered('while 500 upload', gets, world);
    const refused = seen.filter(({ status }) => status !== 200);
    const areTold = refused.every(
      ({ status, retryAfter }) =>
        EXPECTED.turnedAway.some((one) => one === status) && retryAfter !== undefined,
    );
    checks.holds('who is turned away is told when to come again', areTold, summaryOf(refused));
    const again = consents.filter((_, at) => seen[at]?.status !== 200);
    let count = 0;
    for (const [by, id] of again) {
      const { status } = await untilTaken(() => uploadByHand(by, id, file));
      if (status === 200) count += 1;
    }
    const seconds = Math.round((performance.now() - began) / SECOND_MS);
    const found = `${String(count)} of ${String(again.length)}, after ${String(seconds)} s`;
    checks.holds('and is taken then', count === again.length, found);
    expectBounded('through uploads', world);
  },
};

/** Clients create 6000 consents on 1500 connections. */
const storm: Trial = {
  seconds: 30,
  run: async (world) => {
    const { service, tpp, checks } = world;
    const agent = new Agent({ maxSockets: 1500, keepAlive: true });
    const body = Buffer.from(JSON.stringify(consentBody(bulkFile(2))));
    const url = `${service.origin}/open-banking/v3.1/pisp/file-payment-consents`;
    const pending = Array.from({ length: 6000 }, (_, at) =>
      ask(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tpp.token}`,
          'content-type': 'application/json',
          'x-idempotency-key': `storm${String(at)}`,
        },
        ...{ body, agent, timeoutMs: 4 * ANSWERED_WITHIN_MS },
      }),
    );
    const seen = await Promise.all(pending);
    agent.destroy();
    const allowed: readonly number[] = [201, ...EXPECTED.turnedAway];
    const areAnswered = seen.every(({ status }) => allowed.includes(status));
    checks.holds('a storm of consents is answered', areAnswered, summaryOf(seen));
    expectAnswered('after a storm', await getSome(world, GETS), world);
  },
};

/**
 * A client has a certificate that is not registered. It sends many requests without waiting for
 * responses, disconnects, and connects again.
 */
const stranger: Trial = {
  seconds: 40,
  run: async (world) => {
    const { service, data, checks } = world;
    const get = await certifiedGet(world, 'tpp-one');
    const tls = certificatesOf(data, 'tpp-lapsed');
    const port = service.ports.httpsPort;
    const line = `GET /open-banking/v3.1/pisp/domestic-payments/none HTTP/1.1\r\n`;
    const one = `${line}host: localhost:${String(port)}\r\nauthorization: Bearer none\r\n\r\n`;
    const over = new AbortController();
    const knock = async (): Promise<void> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: STRANGER });
      const secured = connectSecurely({ socket, servername: 'localhost', ...tls });
      secured.on('error', () => undefined);
      secured.on('secureConnect', () => secured.write(one.repeat(PIPELINED)));
      await wait(HANGS_UP_MS);
      secured.destroy();
    };
    const knocking = Array.from({ length: KNOCKING }, () => untilAborted(over.signal, knock));
    const [elsewhere, beside]: [Seen[], Seen[]] = [[], []];
    const until = performance.now() + KNOCKING_MS;
    while (performance.now() < until) {
      elsewhere.push(await get());
      beside.push(await get(STRANGER));
    }
    over.abort();
    await Promise.all(knocking);
    const answered = elsewhere.filter(({ status }) => status === 400).length;
    const isServed = answered >= EXPECTED.answeredMeanwhile;
    checks.holds('while a stranger knocks, a good TPP is served', isServed, summaryOf(elsewhere));
    expectAnswered('while a stranger knocks', elsewhere, world, 400);
    expectAnswered("at the stranger's own address", beside, world, 400);
  },
};

/**
 * The unknown client's address, the number of requests that it sends at once, its number of
 * parallel connections, how long it keeps each one, and the duration of its attack. Times are in
 * milliseconds.
 */
const STRANGER = '127.0.0.9';
const PIPELINED = 300;
const KNOCKING = 4;
const HANGS_UP_MS = 200;
const KNOCKING_MS = 20_000;

/** The process may open fewer file descriptors than there are connections. */
const descriptors: Trial = {
  seconds: 20,
  reports: /EMFILE|^$/,
  run: async (world) => {
    const { service, tpp, checks } = world;
    const { consentId, token } = await tpp.approved(bulkFile(3));
    const waiting = await tpp.consentFor(bulkFile(4));
    setDescriptors(service.pid, 400);
    const crowd = new Crowd();
    await crowd.open(service.ports.port, { count: 700, addresses: 1, say: '' });
    const meanwhile = await getSome(world, GETS);
    world.tell(`with too few descriptors: ${summaryOf(meanwhile)}`);
    crowd.leave();
    await wait(SECOND_MS);
    expectAnswered('when there are descriptors again', await getSome(world, GETS), world);
    const uploaded = await tpp.upload(waiting, bulkFile(4));
    checks.holds('an upload is taken', uploaded.status === 200, uploaded.status);
    const paid = await tpp.submit(consentId, token);
    checks.holds('a payment is taken', paid.status === 201, paid.status);
  },
};

/** Lowers the limit of open file descriptors of a running process, with prlimit of util-linux. */
function setDescriptors(pid: number, count: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${String(count)}:${String(count)}`]);
}

/** All trials, keyed by name. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ...{ slowUploads, silent, silentAtTls, burst, storm, stranger, descriptors, unreadDownloads },
};
