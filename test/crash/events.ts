import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expectStatus } from '../../test-client/answer.ts';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { V3_1 } from '../../src/versions/v3.1.ts';
import { Tpp } from '../helpers/tpp.ts';
import { approvedVrp } from '../helpers/vrp.ts';
import { Dice } from './random.ts';
import { ServiceProcess } from './service-process.ts';
import { Violation } from './story.ts';

const TPPS = ['tpp-one', 'tpp-two'] as const;

/** Maximum time until all events of the campaign have arrived, in milliseconds. */
const ARRIVED_WITHIN_MS = 120_000;

/** Results of a campaign. */
export interface EventCounts {
  /** Changes that the service had confirmed before it was killed. */
  readonly changes: number;
  /** Events that arrived. */
  readonly events: number;
  /** Events that arrived once more. */
  readonly repeated: number;
  /** Resources with an event whose change was not confirmed, because a kill cut the response. */
  readonly unconfirmed: number;
  readonly kills: number;
}

/** The events that one TPP received. */
interface Received {
  /** The ids of the events of each resource, in the order of their first arrival. */
  readonly byResource: Map<string, string[]>;
  readonly jtis: Map<string, number>;
}

/**
 * Kills the service while two TPPs authorise and revoke consents, and while events are pushed to
 * them. Their servers accept most events, and refuse, cut or delay the others. Every change that
 * the service confirmed must be announced to its TPP at least once, and to nobody else.
 * An announced change must be durable.
 */
export async function runEventCampaign(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly dataDirectory: string;
}): Promise<EventCounts> {
  const { rounds, seed, dataDirectory } = options;
  const dice = new Dice(seed, 'events');
  let service = await ServiceProcess.start({ dataDirectory });
  const receivers = new Map<string, Awaited<ReturnType<typeof receive>>>();
  const changes = new Map<string, string[]>(TPPS.map((name) => [name, []]));
  let kills = 0;
  try {
    for (const name of TPPS) {
      const receiver = await receive(dataDirectory, name, dice);
      receivers.set(name, receiver);
      const Data = { Version: '3.1', CallbackUrl: receiver.url };
      const tpp = await Tpp.signIn(service.origin, name);
      const path = `${V3_1.root}/event-subscriptions`;
      expectStatus(await tpp.post(path, { Data }, { key: null }), 201);
    }
    for (let round = 0; round < rounds; round += 1) {
      const running = service;
      const loads = TPPS.map((name) => load(running, name, changes.get(name) ?? []));
      await wait(dice.between(50, 1500));
      await running.kill();
      kills += 1;
      await Promise.all(loads);
      service = await ServiceProcess.start({ dataDirectory });
    }
    for (const { received } of receivers.values()) received.isHonest = true;
    return { ...(await audit(service, changes, receivers)), kills };
  } finally {
    await service.kill();
    for (const { close } of receivers.values()) close();
  }
}

/** Authorises consents until the service is killed. Adds each that the service has confirmed. */
async function load(service: ServiceProcess, name: string, confirmed: string[]): Promise<void> {
  try {
    const tpp = await Tpp.signIn(service.origin, name);
    while (!service.isDoomed) {
      const { consentId } = await approvedVrp(tpp);
      confirmed.push(consentId);
    }
  } catch (error) {
    if (!service.isDoomed) throw error;
  }
}

type Receiver = Awaited<ReturnType<typeof receive>>;

async function audit(
  service: ServiceProcess,
  changes: ReadonlyMap<string, readonly string[]>,
  receivers: ReadonlyMap<string, Receiver>,
): Promise<Omit<EventCounts, 'kills'>> {
  const counts = { changes: 0, events: 0, repeated: 0, unconfirmed: 0 };
  for (const [name, { received }] of receivers) {
    const tpp = await Tpp.signIn(service.origin, name);
    const confirmed = changes.get(name) ?? [];
    await untilArrived(tpp, received, confirmed);
    counts.changes += confirmed.length;
    counts.events += received.jtis.size;
    for (const times of received.jtis.values()) counts.repeated += times - 1;
    for (const id of received.byResource.keys()) {
      // The consents of other TPPs are not readable.
      const { status, json } = await tpp.get(`/domestic-vrp-consents/${id}`);
      if (status !== 200)
        throw new Violation(`${name} received an event about ${id}: ${String(status)}`);
      const read = (json?.['Data'] as { Status?: string } | undefined)?.Status;
      if (read !== 'Authorised') throw new Violation(`${id} was announced and is ${String(read)}.`);
      if (!confirmed.includes(id)) counts.unconfirmed += 1;
    }
  }
  return counts;
}

/** Waits until each confirmed change was announced. Moves the clock, so that retries are due. */
async function untilArrived(
  tpp: Tpp,
  { byResource }: Received,
  confirmed: readonly string[],
): Promise<void> {
  const deadline = performance.now() + ARRIVED_WITHIN_MS;
  for (;;) {
    const missing = confirmed.filter((id) => !byResource.has(id));
    if (missing.length === 0) return;
    if (performance.now() > deadline) {
      throw new Violation(`No event arrived about ${missing.slice(0, 5).join(', ')}.`);
    }
    const now = String((await tpp.get('/sandbox/clock')).json?.['now']);
    await tpp.moveClock(new Date(Date.parse(now) + 60_000).toISOString());
    await wait(500);
  }
}

/** Starts the server of a TPP. */
async function receive(dataDirectory: string, name: string, dice: Dice) {
  const { certificate, key } = sandboxPki(join(dataDirectory, 'pki')).server;
  const received: Received & { isHonest: boolean } = {
    ...{ byResource: new Map(), jtis: new Map(), isHonest: false },
  };
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = createServer(tls, (incoming, outgoing) => {
    void text(incoming).then(async (token) => {
      const behaviour = received.isHonest ? 100 : dice.between(0, 100);
      if (behaviour < 5) return void outgoing.destroy();
      if (behaviour < 10) return void outgoing.writeHead(500).end();
      note(received, name, token);
      if (behaviour < 15) return void outgoing.writeHead(200).end();
      if (behaviour < 30) await wait(behaviour * 10);
      outgoing.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `https://127.0.0.1:${String(port)}/${name}`, received, close };
}

function note({ byResource, jtis }: Received, name: string, token: string): void {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { jti, aud, events } = JSON.parse(payload) as {
    readonly jti: string;
    readonly aud: string;
    readonly events: Readonly<Record<string, { readonly subject: Record<string, string> }>>;
  };
  if (aud !== name) throw new Violation(`${name} received an event for ${aud}.`);
  const resource = Object.values(events)[0]?.subject['http://openbanking.org.uk/rid'] ?? '';
  const times = jtis.get(jti) ?? 0;
  jtis.set(jti, times + 1);
  if (times === 0) byResource.set(resource, [...(byResource.get(resource) ?? []), jti]);
}
