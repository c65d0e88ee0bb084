import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { readConfig, type Config } from './config.ts';
import type { Observe } from './domain/events.ts';
import { SECOND_MS } from './kernel/time.ts';
import { createLog, logEvents, type Log } from './ops/log.ts';
import { wire, type Service } from './wire.ts';

/** Only this machine may knock: the sandbox has no lock worth the name. */
const HOST = '127.0.0.1';

/** How long requests under way may take to end when the service stops, in milliseconds. */
const GRACE_MS = 10 * SECOND_MS;

/** How often idle connections are closed while the service stops, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** How often slow clients are looked for, in milliseconds. */
const CONNECTIONS_CHECK_MS = 2000;

/** How long a client may take to send the headers of a request, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;

const read = readConfig(process.env);
if ('problems' in read) {
  console.error(`Not started. ${read.problems.join(' ')}`);
  process.exit(2);
}
await start(read.config);

async function start(config: Config): Promise<void> {
  // The log is there before the service that counts its losses.
  const counting: { observe?: Observe } = {};
  const logging = createLog(config.logLevel, () => counting.observe?.({ kind: 'logLost' }));
  const { log } = logging;
  const service = await wire(config, {
    machineClock: () => Date.now(),
    stopwatch: () => performance.now(),
    observe: logEvents(log),
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`Not started: the data in ${config.dataDirectory} cannot be used. ${reason}`);
    process.exit(2);
  });
  const requestTimeoutMs = config.requestTimeoutSeconds * SECOND_MS;
  counting.observe = service.observe;
  const server = serve(
    {
      fetch: service.app.fetch,
      hostname: HOST,
      port: config.httpPort,
      serverOptions: {
        requestTimeout: requestTimeoutMs,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
        connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      },
    },
    ({ port }) => {
      log.info({ address: `http://${HOST}:${String(port)}` }, 'ready');
      logging.flush();
      process.send?.({ port });
    },
  ) as Server;
  server.maxConnections = config.maxConnections;
  server.on('error', (error: NodeJS.ErrnoException) => {
    const port = String(config.httpPort);
    console.error(`Not started: port ${port} cannot be used (${error.code ?? error.message}).`);
    process.exit(2);
  });

  const stop = createStop(server, service, logging);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by another program: it ends with that program.
  process.on('disconnect', () => {
    stop('disconnect');
  });
}

/** Ends everything in its order, once, whatever tells it to. */
function createStop(server: Server, service: Service, logging: Log): (signal: string) => void {
  let isStopping = false;
  return (signal) => {
    if (isStopping) return;
    isStopping = true;
    logging.log.info({ signal }, 'stopping');
    // No step begins any more; a move of the clock under way ends where it is.
    void service.runner.stop();
    const forced = setTimeout(() => {
      server.closeAllConnections();
    }, GRACE_MS);
    server.close(() => {
      clearTimeout(forced);
      void service.stop().then(() => {
        logging.log.info('stopped');
        logging.close();
        process.exitCode = 0;
        if (process.connected) process.disconnect();
      });
    });
    // A client that keeps its connection busy is let go between two of its requests.
    setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS).unref();
  };
}
