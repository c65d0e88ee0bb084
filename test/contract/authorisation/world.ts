import { copyFileSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { openKeyRing, type KeyRing } from '../../../src/auth/keys/key-ring.ts';
import {
  createAuthorisationServer,
  type AuthorisationServer,
} from '../../../src/auth/oauth/index.ts';
import { createTokenService, type TokenService } from '../../../src/auth/tokens.ts';
import type { DirectoryOrganisation } from '../../../src/domain/records/access.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { certificatesOfTls } from '../../../src/listeners/tls/certificates.ts';
import { consentNow } from '../../../src/use-cases/consents/find-consent.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { now } from '../../helpers/later.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { openStoreAt, servicePlace, type ServicePlace } from '../../helpers/service-storage.ts';
import { contentsOf } from '../../helpers/store-contents.ts';
import { actAt } from '../store/fixtures.ts';
import { DEBTOR_ACCOUNT, serveInteraction } from './pages.ts';
import { SENT_WITH_V3 } from '../../helpers/v3.ts';

const HOST = 'localhost';

/** The headers that every page of this bank must have. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; img-src 'self'",
};

/**
 * The authorisation server of a bank, with its two listeners. Of the rest of the bank, it has only
 * a store with consents.
 */
export class World {
  readonly pki = sandboxPki(inject('pki'));
  readonly events: ServiceEvent[] = [];
  /** Operation and status of the measured requests. */
  readonly answered: [operation: string, status: number][] = [];
  readonly listeners: ReturnType<typeof createServer>[] = [];
  issuerUrl = '';
  apiUrl = '';
  /**
   * URL of the bank's keys, for the discovery document. If it changes, the next start uses the new
   * value.
   */
  jwksUri: string | null = null;
  #place: ServicePlace | undefined;
  #store: Awaited<ReturnType<typeof openStoreAt>> | undefined;
  #keys: KeyRing | undefined;
  #server: AuthorisationServer | undefined;
  #consents = 0;

  get #data(): ServicePlace {
    return expectDefined(this.#place, 'the place');
  }

  get keyFile(): string {
    return join(this.#data.directory, 'bank-keys.json');
  }

  /** Returns all data of the store. */
  contents(): Promise<Buffer> {
    return contentsOf({ ...this.#data, store: this.store });
  }

  get store() {
    return expectDefined(this.#store, 'the store');
  }

  get server(): AuthorisationServer {
    return expectDefined(this.#server, 'the server');
  }

  get tokens(): TokenService {
    return createTokenService(this.store, now);
  }

  /** Returns the directory, which contains the keys and certificates of the ready-made TPPs. */
  get directory(): readonly DirectoryOrganisation[] {
    const document = JSON.parse(readFileSync(this.pki.directory, 'utf8')) as {
      organisations: readonly DirectoryOrganisation[];
    };
    return document.organisations;
  }

  async open(): Promise<void> {
    this.#place = await servicePlace();
    copyFileSync(this.pki.bankKeys, this.keyFile);
    const tls = {
      cert: readFileSync(this.pki.server.certificate),
      key: readFileSync(this.pki.server.key),
    };
    const handle: RequestListener = (incoming, outgoing) => {
      this.server.handle(incoming, outgoing);
    };
    const ca = readFileSync(this.pki.chain);
    const mutual = { ...tls, ca, requestCert: true, rejectUnauthorized: true };
    this.issuerUrl = await this.#listen(tls, (incoming, outgoing) => {
      if (incoming.url?.startsWith('/interaction/') !== true) handle(incoming, outgoing);
      else void serveInteraction(incoming, outgoing, { ...this.server, store: this.store });
    });
    this.apiUrl = await this.#listen(mutual, handle);
    await this.start();
    await this.store.seed(SANDBOX_SEED, now());
    const registeredAt = now();
    await this.store.replaceDirectory(this.directory, actAt(registeredAt));
    for (const clientId of ['tpp-one', 'tpp-two', 'tpp-lapsed', 'tpp-aisp']) {
      const metadata = await this.tpp(clientId).metadata();
      const registration = { clientId, softwareId: clientId, metadata, registeredAt };
      await this.store.saveRegistration(registration, null, actAt(registeredAt));
    }
  }

  /** Starts everything except the listeners again, as a new server process would. */
  async start(): Promise<void> {
    const observe = (event: ServiceEvent): void => {
      this.events.push(event);
    };
    this.#store = await openStoreAt(this.#data, now);
    this.#keys = openKeyRing(this.keyFile, { observe, pollMs: 20 });
    const store = this.#store;
    this.#server = await createAuthorisationServer({
      store,
      useCases: { consentNow: (consent, at) => consentNow({ store }, consent, at) },
      keys: this.#keys,
      issuerUrl: this.issuerUrl,
      apiUrl: this.apiUrl,
      jwksUri: this.jwksUri,
      clock: now,
      machineClock: now,
      certificateOf: certificatesOfTls({ isRevoked: () => false }, now),
      addressOf: ({ socket }) => socket.remoteAddress ?? null,
      errorPage: { render: ({ error }) => `<p>${error}</p>`, headers: PAGE_HEADERS },
      observe,
      stopwatch: () => performance.now(),
      beginRequest: (operation) => ({
        receive: (body) => body,
        end: (status) => {
          this.answered.push([operation, status]);
        },
      }),
    });
  }

  async stop(): Promise<void> {
    this.#keys?.stop();
    await this.store.close();
  }

  async close(): Promise<void> {
    for (const listener of this.listeners) {
      listener.closeAllConnections();
      listener.close();
    }
    await this.stop();
    await this.#data.remove();
  }

  tpp(id: string): SecureTpp {
    return new SecureTpp(id, this);
  }

  /** Replaces the directory of TPPs in the store. */
  async list(organisations: readonly DirectoryOrganisation[]): Promise<void> {
    await this.store.replaceDirectory(organisations, actAt(now()));
  }

  /** Changes one TPP's entry in the directory while `act` runs. */
  async whileListed<Value>(
    id: string,
    change: (organisation: DirectoryOrganisation) => DirectoryOrganisation,
    act: () => Promise<Value>,
  ): Promise<Value> {
    await this.list(this.directory.map((one) => (one.id === id ? change(one) : one)));
    try {
      return await act();
    } finally {
      await this.list(this.directory);
    }
  }

  /** Creates a consent of a TPP, which then awaits authorisation. */
  async consent(
    clientId: string,
    family = 'domestic-payments',
    expiresAt: number | null = null,
    lapsesAt: number | null = null,
  ) {
    this.#consents += 1;
    const id = `consent-${String(this.#consents)}-${clientId}`;
    const key = { clientId, endpoint: 'POST', key: id, bodyHash: '' };
    const status = 'AwaitingAuthorisation' as const;
    const sent = {
      family,
      clientId,
      data: '{}',
      ...SENT_WITH_V3,
      risk: null,
      debtorAccount: DEBTOR_ACCOUNT,
    };
    await this.store.createConsent({ id, status, ...sent, expiresAt, lapsesAt }, key, actAt(now()));
    return id;
  }

  async #listen(options: ServerOptions, handler: RequestListener): Promise<string> {
    const server = createServer(options, handler);
    this.listeners.push(server);
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
    return `https://${HOST}:${String((server.address() as AddressInfo).port)}`;
  }
}

/** Starts a world for all tests of a file, and ends it after them. */
export function useWorld(): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = new World();
    await world.open();
  });
  afterAll(() => world?.close());
  return () => expectDefined(world, 'the world');
}
