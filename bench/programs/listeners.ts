import { Hono } from 'hono';
import { expectDefined } from '../../src/shared/assert.ts';
import { builtService } from '../helpers/built.ts';

/**
 * Starts the built sandbox with additional listeners. Each one differs from the sandbox's own
 * listeners in one respect, for example unsigned responses, or no check of tokens and certificates.
 */
const {
  readConfig,
  openAccess,
  createService,
  openServer,
  servePlain,
  INTERNAL_LISTENER,
  readTls,
} = await builtService();

const UNBOUNDED = '1000000000';

/**
 * Number of characters that make the JSON response as large as the response to a GET of a consent.
 */
const ANSWER_CHARACTERS = 497;

const read = readConfig({
  // Only contains settings from a benchmark. Settings of the user who runs the bench were removed
  // earlier.
  ...process.env,
  PIS_DATA_DIR: expectDefined(process.env['BENCH_DATA_DIR'], 'the folder'),
  PIS_HTTPS_PORT: '0',
  PIS_PAGES_PORT: '0',
  PIS_RATE_PER_SECOND: UNBOUNDED,
  PIS_RATE_BURST: UNBOUNDED,
  PIS_UNAUTHENTICATED_PER_SECOND: UNBOUNDED,
  PIS_UNAUTHENTICATED_BURST: UNBOUNDED,
});
if ('problems' in read) throw new Error(read.problems.join(' '));
const surroundings = {
  machineClock: Date.now,
  stopwatch: () => performance.now(),
  observe: (event: { readonly kind: string }) => {
    if (event.kind === 'failure') console.error(event);
  },
  onSyncFailed: (error: Error) => {
    throw error;
  },
};
const access = await openAccess(read.config, surroundings);
const service = await createService(read.config, surroundings, access);
const tlsServices = expectDefined(service.tlsServices, 'the services of the TLS listeners');
access.listeners.serve(tlsServices);

const { mutual } = readTls(access.settings, []);
const withoutLists = { ...mutual, crl: [] };
const hello = servePlain(helloApp(ANSWER_CHARACTERS), []);
const { certificateOf, addressOf, httpsPort: mutualSigned, pagesPort: pages } = access.listeners;
const mutualDoor = { ...INTERNAL_LISTENER, certificateOf, addressOf };

process.send?.({
  port: await open(service.plain),
  signed: await open(servePlain(tlsServices.api, [], { ...INTERNAL_LISTENER, signsAnswers: true })),
  hello: await open(hello),
  mutualSigned,
  pages,
  mutual: await open(servePlain(tlsServices.api, [], mutualDoor), mutual),
  mutualHello: await open(hello, mutual),
  tlsHello: await open(hello, mutual, false),
  mutualWithoutLists: await open(hello, withoutLists),
});
process.on('SIGTERM', () => process.exit(0));

/**
 * Opens a listener. If `tls` is given, the service has a certificate, and by default the client
 * needs one too. Returns the port.
 */
async function open(
  requestHandler: typeof hello,
  tls?: typeof mutual,
  isMutual = true,
): Promise<number> {
  const server = await openServer(
    { host: '127.0.0.1', port: 0 },
    {
      requestTimeoutMs: 60_000,
      unreadTimeoutMs: 60_000,
      maxConnections: 1000,
      maxConnectionsPerClient: null,
      maxPendingPerAddress: null,
      maxRequests: 1000,
      maxUnauthenticatedRequests: 1000,
      maxRequestsPerClient: null,
      onlyFrom: null,
      proxyProtocolFrom: null,
    },
    {
      ...surroundings,
      name: 'plain',
      ...(tls && { tls: { ...tls, requestCert: isMutual, rejectUnauthorized: isMutual } }),
    },
  );
  server.serve(requestHandler);
  return server.port;
}

/** Returns an app that answers every request with a JSON response of a fixed size. */
function helloApp(characters: number) {
  const app: typeof tlsServices.api = new Hono();
  app.get('/', (context) => context.json({ Data: 'x'.repeat(characters) }));
  app.post('/', async (context) => {
    await context.req.arrayBuffer();
    return context.json({ Data: 'x'.repeat(characters) }, 201);
  });
  return app;
}
