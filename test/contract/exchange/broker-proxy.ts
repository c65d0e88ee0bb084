import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy between the bank and a broker, which a test can make faulty. */
export interface BrokerProxy {
  readonly port: number;
  /** Number of connections that were opened, and of those that are open. */
  readonly opened: number;
  readonly connections: number;
  /** True while the proxy drops all data but keeps connections open. */
  isSilent: boolean;
  /** Number of connections whose data was dropped. */
  readonly silenced: number;
  /** Ends all connections. */
  cut(): void;
  /** Drops the next data to this side, and ends the connection. */
  dropNext(side: 'broker' | 'bank'): void;
}

/** Opens a proxy to the port of a broker. Closes it when the test ends. */
export async function proxyTo(port: number): Promise<BrokerProxy> {
  const sockets = new Set<Socket>();
  const silenced = new Set<Socket>();
  let opened = 0;
  let dropping: 'broker' | 'bank' | null = null;
  const end = (...pair: readonly Socket[]): void => pair.forEach((socket) => socket.destroy());
  const server = createServer((bank) => {
    opened += 1;
    const broker = connect(port, '127.0.0.1');
    sockets.add(bank);
    for (const socket of [bank, broker]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        end(bank, broker);
        sockets.delete(bank);
      });
    }
    const pass = (from: Socket, to: Socket, side: 'broker' | 'bank') => {
      from.on('data', (chunk) => {
        if (proxy.isSilent) {
          silenced.add(bank);
          return;
        }
        if (dropping !== side) {
          to.write(chunk);
          return;
        }
        dropping = null;
        end(bank, broker);
      });
    };
    pass(bank, broker, 'broker');
    pass(broker, bank, 'bank');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => end(...sockets);
  onTestFinished(() => {
    cut();
    server.close();
  });
  const proxy: BrokerProxy = {
    port: (server.address() as AddressInfo).port,
    get opened() {
      return opened;
    },
    get silenced() {
      return silenced.size;
    },
    get connections() {
      return sockets.size;
    },
    ...{ isSilent: false, cut },
    dropNext: (side) => {
      dropping = side;
    },
  };
  return proxy;
}
