import type { Socket } from 'node:net';
import type { ConnectionEnded } from '../../domain/records/events.ts';
import { SECOND_MS, type Clock, type Instant } from '../../shared/time.ts';
import { plainAddress } from '../proxy/addresses.ts';
import { unauthenticatedClient, type Caller, type TrustLevel } from './client-identity.ts';
import type { ConcurrentRequest } from './concurrency-limits.ts';

/** How long a connection is new, in milliseconds: that it has said nothing yet tells nothing. */
const NEW_MS = SECOND_MS;

/** How often those that say nothing are counted, in milliseconds. */
const COUNT_MS = SECOND_MS / 2;

export interface ConnectionBounds {
  readonly maxConnections: number;
  /** Of one caller; null: as many as there are in all. */
  readonly maxConnectionsPerCaller: number | null;
  /** Of one address, and no longer new, that have not brought a whole head; null: any number. */
  readonly maxUnfinishedPerAddress: number | null;
  /** The only addresses that may connect; null: any. */
  readonly onlyFrom: readonly string[] | null;
}

/**
 * What a connection does. `unfinished`: shakes hands, or brings the head of its first request.
 * `idle`: waits for another. `receiving`: brings a body. `working`: waits for its answer.
 */
export type Stage = 'unfinished' | 'idle' | 'receiving' | 'working';

/** Connections that count together, and those of them that may go, oldest first. */
interface Group {
  readonly key: string;
  count: number;
  readonly mayGo: Set<Connection>;
}

export interface Connection {
  /** The one of TCP, and what tells it from all others that the door has. */
  readonly socket: Socket;
  readonly name: string;
  readonly address: Caller;
  readonly since: Instant;
  /** Whoever asked last; at first the address. */
  caller: Caller;
  group: Group;
  stage: Stage;
  isOver: boolean;
  /** What is under way on it. */
  underWay: ConcurrentRequest | null;
}

/**
 * The connections of a door. When there are too many, of one caller or in all, one that says
 * nothing goes for the new one: first those that have brought no request yet, then those of
 * strangers that wait for another or are slow with one, then such of visits, then those of
 * organisations that wait; of each the one that has been so for longest.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #clock: Clock;
  readonly #tell: (why: ConnectionEnded['reason']) => void;
  readonly #all = new Map<string, Connection>();
  readonly #groups = new Map<string, Group>();
  readonly #unfinished = new Set<Connection>();
  readonly #idle = ofEachTrustLevel();
  /** No organisation's: a slow upload of a TPP may end by itself. */
  readonly #slow = ofEachTrustLevel();

  /** @param clock tells how long something takes, and never goes back */
  constructor(
    bounds: ConnectionBounds,
    clock: Clock,
    tell: (why: ConnectionEnded['reason']) => void,
  ) {
    this.#bounds = bounds;
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Counts, from time to time, those that say nothing; until what it gives back is called. */
  watch(): () => void {
    const counting = setInterval(() => {
      this.#endTooManyUnfinished();
    }, COUNT_MS).unref();
    return () => {
      clearInterval(counting);
    };
  }

  /** Lets a new connection in, or ends it, before a byte of it is read. */
  admit(socket: Socket): boolean {
    const plain = plainAddress(socket.remoteAddress);
    const address = unauthenticatedClient(plain);
    const refused = this.#refusal(plain, address);
    if (refused !== undefined) {
      this.#tell(refused);
      socket.destroy();
      return false;
    }
    const [name, group] = [nameOf(socket), this.#groupOf(address)];
    const connection: Connection = {
      ...{ socket, name, address, group, since: this.#clock() },
      ...{ caller: address, stage: 'unfinished', isOver: false, underWay: null },
    };
    this.#all.set(name, connection);
    group.count += 1;
    this.#enter(connection);
    socket.once('close', () => {
      this.#forget(connection);
    });
    return true;
  }

  /** The connection of a socket, which may speak TLS over another. */
  of(socket: Socket): Connection | undefined {
    return this.#all.get(nameOf(socket));
  }

  /** Notes that a connection does something else, perhaps for somebody else than before. */
  move(connection: Connection, stage: Stage, caller = connection.caller): void {
    if (connection.isOver) return;
    this.#leave(connection);
    if (caller.group !== connection.group.key) this.#regroup(connection, caller);
    connection.caller = caller;
    connection.stage = stage;
    this.#enter(connection);
  }

  /**
   * Ends the connection that has been bringing its request for longest, a stranger's before a
   * visit's, of that one group if it is named; false when there is none.
   */
  endSlowest(group?: string): boolean {
    for (const queue of [this.#slow.stranger, this.#slow.visit]) {
      for (const connection of queue) {
        if (group !== undefined && connection.group.key !== group) continue;
        this.#end(connection);
        this.#tell('slow');
        return true;
      }
    }
    return false;
  }

  /** Ends a connection whose answer nobody takes. */
  endUnread(connection: Connection): void {
    if (connection.isOver) return;
    this.#end(connection);
    this.#tell('unread');
  }

  /** Ends all that have brought no request yet. */
  endUnfinished(): void {
    for (const connection of this.#unfinished) this.#end(connection);
  }

  /** Why a new connection may not come in; undefined: there is, or was made, room for it. */
  #refusal(plain: string, address: Caller): ConnectionEnded['reason'] | undefined {
    const { onlyFrom, maxConnections } = this.#bounds;
    // Without an address it has gone again already.
    if (plain === '' || onlyFrom?.includes(plain) === false) return 'barred';
    if (!this.#makeRoomFor(address)) return 'caller';
    if (this.#all.size < maxConnections) return undefined;
    const [idle, slow] = [this.#idle, this.#slow];
    const ofStrangers = [this.#unfinished, idle.stranger, slow.stranger];
    const queues = [...ofStrangers, idle.visit, slow.visit, idle.organisation];
    if (!queues.some((queue) => this.#endFirst(queue))) return 'listener';
    this.#tell('listener');
    return undefined;
  }

  /** Whether a caller may have one more, for which one of its own may have to go. */
  #makeRoomFor({ group: key }: Caller): boolean {
    const most = this.#bounds.maxConnectionsPerCaller;
    const group = this.#groups.get(key);
    if (most === null || group === undefined || group.count < most) return true;
    if (!this.#endFirst(group.mayGo)) return false;
    this.#tell('caller');
    return true;
  }

  /** Ends what an address has too much of that is no longer new and has brought no request. */
  #endTooManyUnfinished(): void {
    const most = this.#bounds.maxUnfinishedPerAddress;
    if (most === null) return;
    const counts = new Map<string, number>();
    for (const { address } of this.#unfinished) {
      counts.set(address.key, (counts.get(address.key) ?? 0) + 1);
    }
    const now = this.#clock();
    for (const connection of this.#unfinished) {
      if (now - connection.since < NEW_MS) return;
      const { key } = connection.address;
      const count = counts.get(key) ?? 0;
      if (count <= most) continue;
      counts.set(key, count - 1);
      this.#end(connection);
      this.#tell('unfinished');
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
    if (connection.isOver) return;
    connection.isOver = true;
    connection.underWay?.end();
    this.#leave(connection);
    this.#leaveGroup(connection.group);
    // Another may have its name already, from the same port.
    if (this.#all.get(connection.name) === connection) this.#all.delete(connection.name);
  }

  #regroup(connection: Connection, caller: Caller): void {
    this.#makeRoomFor(caller);
    this.#leaveGroup(connection.group);
    connection.group = this.#groupOf(caller);
    connection.group.count += 1;
  }

  #groupOf({ group: key }: Caller): Group {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, count: 0, mayGo: new Set() };
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
    connection.group.mayGo.add(connection);
  }

  #leave(connection: Connection): void {
    this.#queueOf(connection)?.delete(connection);
    connection.group.mayGo.delete(connection);
  }

  /** Those among which a connection may have to go; undefined while somebody waits for it. */
  #queueOf({ stage, caller }: Connection): Set<Connection> | undefined {
    if (stage === 'unfinished') return this.#unfinished;
    if (stage === 'idle') return this.#idle[caller.trustLevel];
    const isSlow = stage === 'receiving' && caller.trustLevel !== 'organisation';
    return isSlow ? this.#slow[caller.trustLevel] : undefined;
  }
}

function ofEachTrustLevel(): Record<TrustLevel, Set<Connection>> {
  return { stranger: new Set(), visit: new Set(), organisation: new Set() };
}

/** Two sockets of one connection, TLS and what is under it, have the same. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${String(remotePort)}`;
}
