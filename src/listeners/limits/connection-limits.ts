import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionEnded } from '../../domain/records/events.ts';
import { Counts } from './counts.ts';
import { SECOND_MS, type Milliseconds, type Stopwatch } from '../../shared/time.ts';
import { nameOfSocket, plainAddress } from '../proxy/addresses.ts';
import { unauthenticatedClient, type ClientIdentity, type TrustLevel } from './client-identity.ts';

/** Age below which a silent connection is not ended, in milliseconds. */
const NEW_MS = SECOND_MS;

/** Interval at which silent connections are counted, in milliseconds. */
const COUNT_MS = SECOND_MS / 2;

export interface ConnectionBounds {
  readonly maxConnections: number;
  /** Maximum for one client. Null: no limit of its own. */
  readonly maxConnectionsPerClient: number | null;
  /**
   * Maximum per address of connections older than NEW_MS without a complete request head. Null: no
   * limit.
   */
  readonly maxPendingPerAddress: number | null;
  /** Addresses that may connect. Null: any. */
  readonly onlyFrom: readonly string[] | null;
}

/**
 * State of a connection. `pending`: in its TLS handshake, or before the end of its first request
 * head. `waiting`: a request waits for its turn of the event loop. `busy`: a request is under way.
 * `idle`: none of these. The next request may be delayed, if its client exceeded its rate limit.
 */
export type Stage = 'pending' | 'waiting' | 'busy' | 'idle';

export interface Connection {
  /** The TCP socket, and a name by the client's address and port. */
  readonly socket: Socket;
  readonly name: string;
  readonly address: ClientIdentity;
  readonly openedAt: Milliseconds;
  /** Client of the last request. Before the first request, its address. */
  client: ClientIdentity;
  stage: Stage;
  isEnded: boolean;
  /** The last request that was admitted, and the function that stops counting it. */
  incoming: IncomingMessage | null;
  endRequest: (() => void) | null;
}

/** Order in which connections are ended by the trust in their clients. 0: without a request. */
const RANK_OF_TRUST: Readonly<Record<TrustLevel, number>> = {
  unauthenticated: 1,
  interaction: 2,
  organisation: 3,
};

/** Rank of connections that are not ended. */
const KEPT = Infinity;

/**
 * Limits the connections of a listener. When a limit is reached, ends a silent connection in favour
 * of the new one.
 * Connections without a request are ended first. Idle or slow ones of unauthenticated clients
 * follow, then those of interactions, then idle ones of organisations. Of several, the connection
 * that has been silent longest goes first.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #clock: Stopwatch;
  readonly #report: (reason: ConnectionEnded['reason']) => void;
  /** All connections, in the order of the last change of stage. */
  readonly #all = new Set<Connection>();
  /** The newest connection with each name. Behind two balancers, a name may occur twice. */
  readonly #byName = new Map<string, Connection>();
  readonly #perClient = new Counts();

  /** @param clock monotonic, for measuring durations */
  constructor(
    bounds: ConnectionBounds,
    clock: Stopwatch,
    report: (reason: ConnectionEnded['reason']) => void,
  ) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#report = report;
  }

  /** Starts ending excess silent connections at intervals. Returns a function that stops this. */
  watch(): () => void {
    const counting = setInterval(() => this.#endTooManyPending(), COUNT_MS).unref();
    return () => clearInterval(counting);
  }

  /** Accepts a new connection, or ends it before a byte of it is read. */
  admit(socket: Socket): boolean {
    const plain = plainAddress(socket.remoteAddress);
    const address = unauthenticatedClient(plain);
    const refused = this.#refusal(plain, address);
    if (refused !== undefined) {
      this.#report(refused);
      socket.destroy();
      return false;
    }
    const connection: Connection = {
      socket,
      name: nameOfSocket(socket),
      address,
      client: address,
      openedAt: this.#clock(),
      stage: 'pending',
      isEnded: false,
      incoming: null,
      endRequest: null,
    };
    this.#all.add(connection);
    this.#byName.set(connection.name, connection);
    this.#perClient.add(address.group, 1);
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  /** Returns the connection of a TCP or TLS socket. */
  of(socket: Socket): Connection | undefined {
    return this.#byName.get(nameOfSocket(socket));
  }

  /** Records a new state of a connection, and its new client if that has changed. */
  move(connection: Connection, stage: Stage, client = connection.client): void {
    if (connection.isEnded) return;
    if (client.group !== connection.client.group) {
      this.#makeRoomFor(client);
      this.#perClient.add(connection.client.group, -1);
      this.#perClient.add(client.group, 1);
    }
    connection.client = client;
    connection.stage = stage;
    this.#all.delete(connection);
    this.#all.add(connection);
  }

  /**
   * Ends the connection that has been sending its request longest. Unauthenticated clients come
   * before interactions. Returns false if there is none.
   *
   * @param mayEnd selects the clients whose connections are considered, all by default
   */
  endSlowest(mayEnd: (client: ClientIdentity) => boolean = () => true): boolean {
    const hasEnded = this.#endLowest((connection) =>
      isSlow(connection) && mayEnd(connection.client)
        ? RANK_OF_TRUST[connection.client.trustLevel]
        : KEPT,
    );
    if (hasEnded) this.#report('slow');
    return hasEnded;
  }

  /** Ends a connection whose client does not read the response. */
  endUnread(connection: Connection): void {
    if (connection.isEnded) return;
    this.#end(connection);
    this.#report('unread');
  }

  /** Ends all connections without a complete request head. */
  endPending(): void {
    for (const connection of this.#all) {
      if (connection.stage === 'pending') this.#end(connection);
    }
  }

  /**
   * Returns the reason to refuse a new connection, or undefined if it may stay, perhaps because
   * another one was ended.
   */
  #refusal(plain: string, address: ClientIdentity): ConnectionEnded['reason'] | undefined {
    const { onlyFrom, maxConnections } = this.#bounds;
    // A socket without an address is already closed.
    if (plain === '' || onlyFrom?.includes(plain) === false) return 'barred';
    if (!this.#makeRoomFor(address)) return 'client';
    if (this.#all.size < maxConnections) return undefined;
    if (!this.#endLowest(rankOf)) return 'listener';
    this.#report('listener');
    return undefined;
  }

  /**
   * Returns whether a client may open another connection. Ends its oldest evictable one if
   * necessary.
   */
  #makeRoomFor({ group }: ClientIdentity): boolean {
    const limit = this.#bounds.maxConnectionsPerClient;
    if (limit === null || this.#perClient.of(group) < limit) return true;
    const hasEnded = this.#endLowest((connection) =>
      connection.client.group === group && rankOf(connection) !== KEPT ? 0 : KEPT,
    );
    if (hasEnded) this.#report('client');
    return hasEnded;
  }

  /** Ends the oldest connections without a request of each address above its limit. */
  #endTooManyPending(): void {
    const limit = this.#bounds.maxPendingPerAddress;
    if (limit === null) return;
    const pending = [...this.#all].filter(({ stage }) => stage === 'pending');
    const counts = new Counts();
    for (const { address } of pending) counts.add(address.key, 1);
    const now = this.#clock();
    for (const connection of pending) {
      if (now - connection.openedAt < NEW_MS) return;
      const { key } = connection.address;
      if (counts.of(key) <= limit) continue;
      counts.add(key, -1);
      this.#end(connection);
      this.#report('pending');
    }
  }

  /** Ends the first connection of the lowest rank. Returns false if all are kept. */
  #endLowest(rank: (connection: Connection) => number): boolean {
    let lowest = KEPT;
    let found: Connection | undefined;
    for (const connection of this.#all) {
      const next = rank(connection);
      if (next >= lowest) continue;
      lowest = next;
      found = connection;
      if (lowest === 0) break;
    }
    if (found !== undefined) this.#end(found);
    return found !== undefined;
  }

  #end(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    if (connection.isEnded) return;
    connection.isEnded = true;
    connection.endRequest?.();
    this.#perClient.add(connection.client.group, -1);
    this.#all.delete(connection);
    // A new connection from the same port may have this name already.
    if (this.#byName.get(connection.name) === connection) this.#byName.delete(connection.name);
  }
}

function rankOf(connection: Connection): number {
  const { stage, client } = connection;
  if (stage === 'pending') return 0;
  return stage === 'idle' || isSlow(connection) ? RANK_OF_TRUST[client.trustLevel] : KEPT;
}

/** Returns whether a request has not arrived completely. Uploads of organisations may be slow. */
function isSlow({ stage, client, incoming }: Connection): boolean {
  return stage === 'busy' && client.trustLevel !== 'organisation' && incoming?.complete === false;
}
