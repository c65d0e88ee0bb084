import type { Socket } from 'node:net';
import type { ConnectionEnded } from '../../domain/records/events.ts';
import { SECOND_MS, type Clock, type Instant } from '../../shared/time.ts';
import { plainAddress } from '../proxy/addresses.ts';
import { unauthenticatedClient, type ClientIdentity, type TrustLevel } from './client-identity.ts';
import type { ConcurrentRequest } from './concurrency-limits.ts';

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
  readonly maxUnfinishedPerAddress: number | null;
  /** Addresses that may connect. Null: any. */
  readonly onlyFrom: readonly string[] | null;
}

/**
 * State of a connection. `unfinished`: in its TLS handshake, or before the end of its first request
 * head. `idle`: waits for the next request. `receiving`: receives a body. `working`: waits for its
 * response.
 */
export type Stage = 'unfinished' | 'idle' | 'receiving' | 'working';

/** Connections that share one limit. `evictable` contains those that may be ended, oldest first. */
interface Group {
  readonly key: string;
  count: number;
  readonly evictable: Set<Connection>;
}

export interface Connection {
  /** The TCP socket, and a name that is unique among the listener's connections. */
  readonly socket: Socket;
  readonly name: string;
  readonly address: ClientIdentity;
  readonly openedAt: Instant;
  /** Client of the last request. Before the first request, its address. */
  client: ClientIdentity;
  group: Group;
  stage: Stage;
  isEnded: boolean;
  /** The request under way, or null between requests. */
  underWay: ConcurrentRequest | null;
}

/**
 * Limits the connections of a listener. When a limit is reached, ends a silent connection in favour
 * of the new one.
 * Connections without a request are ended first. Idle or slow ones of unauthenticated clients
 * follow, then those of interactions, then idle ones of organisations. Within each group, the
 * connection that has been silent longest goes first.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #clock: Clock;
  readonly #report: (reason: ConnectionEnded['reason']) => void;
  readonly #all = new Map<string, Connection>();
  readonly #groups = new Map<string, Group>();
  readonly #unfinished = new Set<Connection>();
  readonly #idle = queuePerTrustLevel();
  /** Without organisations: a slow upload of a TPP is not ended. */
  readonly #slow = queuePerTrustLevel();

  /** @param clock monotonic, for measuring durations */
  constructor(
    bounds: ConnectionBounds,
    clock: Clock,
    report: (reason: ConnectionEnded['reason']) => void,
  ) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#report = report;
  }

  /** Starts ending excess silent connections at intervals. Returns a function that stops this. */
  watch(): () => void {
    const counting = setInterval(() => {
      this.#endTooManyUnfinished();
    }, COUNT_MS).unref();
    return () => {
      clearInterval(counting);
    };
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
    const [name, group] = [nameOf(socket), this.#groupOf(address)];
    const connection: Connection = {
      ...{ socket, name, address, group, openedAt: this.#clock() },
      ...{ client: address, stage: 'unfinished', isEnded: false, underWay: null },
    };
    this.#all.set(name, connection);
    group.count += 1;
    this.#enter(connection);
    socket.once('close', () => {
      this.#forget(connection);
    });
    return true;
  }

  /** Returns the connection of a TCP or TLS socket. */
  of(socket: Socket): Connection | undefined {
    return this.#all.get(nameOf(socket));
  }

  /** Records a new state of a connection, and its new client if that has changed. */
  move(connection: Connection, stage: Stage, client = connection.client): void {
    if (connection.isEnded) return;
    this.#leave(connection);
    if (client.group !== connection.group.key) this.#regroup(connection, client);
    connection.client = client;
    connection.stage = stage;
    this.#enter(connection);
  }

  /**
   * Ends the connection that has been sending its request longest. Unauthenticated clients come
   * before interactions. Returns false if there is none.
   *
   * @param group the only client whose connections are considered, if given
   */
  endSlowest(group?: string): boolean {
    for (const queue of [this.#slow.unauthenticated, this.#slow.interaction]) {
      for (const connection of queue) {
        if (group !== undefined && connection.group.key !== group) continue;
        this.#end(connection);
        this.#report('slow');
        return true;
      }
    }
    return false;
  }

  /** Ends a connection whose client does not read the response. */
  endUnread(connection: Connection): void {
    if (connection.isEnded) return;
    this.#end(connection);
    this.#report('unread');
  }

  /** Ends all connections without a complete request head. */
  endUnfinished(): void {
    for (const connection of this.#unfinished) this.#end(connection);
  }

  /**
   * Returns the reason to refuse a new connection, or undefined if it may stay, perhaps because
   * another one was ended.
   */
  #refusal(plain: string, address: ClientIdentity): ConnectionEnded['reason'] | undefined {
    const { onlyFrom, maxConnections } = this.#bounds;
    // A socket without an address is already closed.
    if (plain === '' || onlyFrom?.includes(plain) === false) return 'barred';
    if (!this.#makeRoomFor(address)) return 'caller';
    if (this.#all.size < maxConnections) return undefined;
    const [idle, slow] = [this.#idle, this.#slow];
    const unauthenticated = [this.#unfinished, idle.unauthenticated, slow.unauthenticated];
    const queues = [...unauthenticated, idle.interaction, slow.interaction, idle.organisation];
    if (!queues.some((queue) => this.#endFirst(queue))) return 'listener';
    this.#report('listener');
    return undefined;
  }

  /**
   * Returns whether a client may open another connection. Ends its oldest evictable one if
   * necessary.
   */
  #makeRoomFor({ group: key }: ClientIdentity): boolean {
    const limit = this.#bounds.maxConnectionsPerClient;
    const group = this.#groups.get(key);
    if (limit === null || group === undefined || group.count < limit) return true;
    if (!this.#endFirst(group.evictable)) return false;
    this.#report('caller');
    return true;
  }

  /** Ends the oldest connections without a request of each address above its limit. */
  #endTooManyUnfinished(): void {
    const limit = this.#bounds.maxUnfinishedPerAddress;
    if (limit === null) return;
    const counts = new Map<string, number>();
    for (const { address } of this.#unfinished) {
      counts.set(address.key, (counts.get(address.key) ?? 0) + 1);
    }
    const now = this.#clock();
    for (const connection of this.#unfinished) {
      if (now - connection.openedAt < NEW_MS) return;
      const { key } = connection.address;
      const count = counts.get(key) ?? 0;
      if (count <= limit) continue;
      counts.set(key, count - 1);
      this.#end(connection);
      this.#report('unfinished');
    }
  }

  #endFirst(queue: ReadonlySet<Connection>): boolean {
    const [oldest] = queue;
    if (oldest !== undefined) this.#end(oldest);
    return oldest !== undefined;
  }

  #end(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    if (connection.isEnded) return;
    connection.isEnded = true;
    connection.underWay?.end();
    this.#leave(connection);
    this.#leaveGroup(connection.group);
    // A new connection from the same port may have this name already.
    if (this.#all.get(connection.name) === connection) this.#all.delete(connection.name);
  }

  #regroup(connection: Connection, client: ClientIdentity): void {
    this.#makeRoomFor(client);
    this.#leaveGroup(connection.group);
    connection.group = this.#groupOf(client);
    connection.group.count += 1;
  }

  #groupOf({ group: key }: ClientIdentity): Group {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, count: 0, evictable: new Set() };
      this.#groups.set(key, group);
    }
    return group;
  }

  #leaveGroup(group: Group): void {
    group.count -= 1;
    if (group.count === 0) this.#groups.delete(group.key);
  }

  #enter(connection: Connection): void {
    const queue = this.#queueOf(connection);
    if (queue === undefined) return;
    queue.add(connection);
    connection.group.evictable.add(connection);
  }

  #leave(connection: Connection): void {
    this.#queueOf(connection)?.delete(connection);
    connection.group.evictable.delete(connection);
  }

  /** Returns the queue in which a connection may be ended. Undefined while a response is due. */
  #queueOf({ stage, client }: Connection): Set<Connection> | undefined {
    if (stage === 'unfinished') return this.#unfinished;
    if (stage === 'idle') return this.#idle[client.trustLevel];
    const isSlow = stage === 'receiving' && client.trustLevel !== 'organisation';
    return isSlow ? this.#slow[client.trustLevel] : undefined;
  }
}

function queuePerTrustLevel(): Record<TrustLevel, Set<Connection>> {
  return { unauthenticated: new Set(), interaction: new Set(), organisation: new Set() };
}

/** Returns a name that a TLS socket and the TCP socket below it share. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${String(remotePort)}`;
}
