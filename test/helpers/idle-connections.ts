import { connect, type Socket } from 'node:net';

/** Open connections on which nothing is sent. */
export interface Silent {
  readonly sockets: readonly Socket[];
  end(): void;
}

/**
 * Opens connections to a local port, from each of these local addresses in turn, and sends nothing.
 * Resolves when every connection is open or was refused.
 */
export async function openIdleConnections(
  port: number,
  count: number,
  addresses: readonly string[],
): Promise<Silent> {
  const sockets = Array.from({ length: count }, (_, index) =>
    connect({ port, host: '127.0.0.1', localAddress: addresses[index % addresses.length] }),
  );
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const settle = (): void => {
            resolve();
          };
          socket.on('error', settle).once('connect', settle).once('close', settle).resume();
        }),
    ),
  );
  return {
    sockets,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
