import { connect, type Socket } from 'node:net';

/** Connections that were opened and say nothing. */
export interface Silent {
  readonly sockets: readonly Socket[];
  end(): void;
}

/**
 * Opens so many connections to a port of this machine, in turn from each of these addresses of it,
 * and says nothing on them; settles when all of them are open or were refused.
 */
export async function keepSilent(
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
