import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A node behind the balancer. */
export interface Backend {
  readonly name: string;
  /** Port on which the node listens on loopback. */
  readonly port: number;
}

/** A TCP load balancer that passes each new connection to the node with the fewest connections. */
export interface Balancer {
  readonly origin: string;
  /** Adds a node. If there is already a node with the same name, replaces it. */
  readonly add: (backend: Backend) => void;
  /** Returns whether a node accepts new connections, and how many connections it has. */
  readonly statusOf: (name: string) => { readonly isReady: boolean; readonly connections: number };
  readonly close: () => Promise<void>;
}

interface Member extends Backend {
  isReady: boolean;
  readonly sockets: Set<Socket>;
}

/**
 * Interval of the health checks in milliseconds. The second value is the time limit of each check.
 */
const HEALTH_CHECK_MS = 200;
const ANSWER_WITHIN_MS = 1000;

/**
 * Starts a small load balancer, which replaces the HAProxy of a real bank (deploy/). It polls
 * `/health/ready` of each node. A node that does not respond gets no new connections.
 */
export async function startBalancer(): Promise<Balancer> {
  const members = new Map<string, Member>();
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    pass(client, [...members.values()]);
  });
  const healthChecks = setInterval(() => {
    for (const member of members.values()) void checkHealth(member);
  }, HEALTH_CHECK_MS);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    add: (backend) => {
      members.set(backend.name, { ...backend, isReady: true, sockets: new Set() });
    },
    statusOf: (name) => {
      const { isReady = false, sockets } = members.get(name) ?? {};
      return { isReady, connections: sockets?.size ?? 0 };
    },
    close: () => {
      clearInterval(healthChecks);
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

async function checkHealth(member: Member): Promise<void> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const address = `http://127.0.0.1:${String(member.port)}/health/ready`;
    member.isReady = (await fetch(address, { signal })).ok;
  } catch {
    member.isReady = false;
  }
}

/**
 * Connects a client to a node. If the connection fails before any byte was sent, tries the next
 * node.
 */
function pass(client: Socket, members: readonly Member[]): void {
  const ready = members.filter(({ isReady }) => isReady);
  const [member] = ready.sort((one, other) => one.sockets.size - other.sockets.size);
  if (member === undefined) {
    client.destroy();
    return;
  }
  const node = connect({ port: member.port, host: '127.0.0.1', noDelay: true });
  member.sockets.add(node);
  let isJoined = false;
  node.once('connect', () => {
    isJoined = true;
    client.pipe(node).pipe(client);
  });
  node.once('error', () => {
    if (isJoined) return;
    member.isReady = false;
    pass(
      client,
      members.filter((other) => other !== member),
    );
  });
  node.once('close', () => {
    member.sockets.delete(node);
    if (isJoined) client.destroy();
  });
  client.once('error', () => node.destroy());
  client.once('close', () => node.destroy());
}
