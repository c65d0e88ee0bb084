import { connect, type Socket } from 'node:net';

/** A set of open connections on which the test sends nothing. */
export interface Silent {
  readonly sockets: readonly Socket[];
  end(): void;
}

/**
 * Opens `count` connections to a local port and sends nothing on them. The connections use the
 * given local addresses in turn. Resolves when each connection is open or refused.
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
