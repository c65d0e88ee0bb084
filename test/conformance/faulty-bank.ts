import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { Transport } from '../../client/src/transport.ts';
import type { Config, TppConfig } from '../../conformance/src/config.ts';
import { signatureOf, signingIdentity, type Flaw } from '../../conformance/src/signatures.ts';
import { freePort } from '../helpers/free-port.ts';
import { now } from '../helpers/later.ts';
import type { SecureService } from '../helpers/secure-service.ts';

export type Json = Record<string, unknown>;

/** A request of a TPP, which a fault may change before the bank receives it. */
export interface Asked {
  readonly method: string;
  /** Version and path, for example `v3.1` and `/file-payments`. */
  version: string;
  path: string;
  readonly headers: Record<string, string>;
  body: Buffer;
  /** True if the TPP sent the body in chunks. */
  readonly isChunked: boolean;
  /** Client id of the TPP that sent the request. */
  tpp: string;
  /** True if the proxy signs the request again for the TPP. */
  isSignedAgain: boolean;
}

/** A response of the bank, which a fault may change before the TPP receives it. */
export interface Answered {
  status: number;
  readonly headers: Record<string, string>;
  body: Buffer;
  /** Flaw of the bank's signature. `missing` removes it. */
  flaw: Flaw | 'valid' | 'foreign';
}

/** Values that a fault keeps between two requests. */
export type Memory = Map<string, unknown>;

/** A deviation of a bank from the standard. */
export interface Fault {
  /** Changes a request. Returns a response if the bank does not receive the request. */
  readonly request?: (asked: Asked, memory: Memory) => Answered | undefined;
  readonly response?: (answered: Answered, asked: Asked, memory: Memory) => void;
}

/** Time limit of a request to the bank, in milliseconds. */
const TIMEOUT_MS = 60_000;

const BASE = /^\/open-banking\/(v[34]\.[01])\/pisp(.*)$/;

/** Names of headers that belong to one connection. */
const HOP_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** A proxy before the sandbox that makes it a bank with a fault. */
export interface FaultyBank {
  /** The configuration that leads to the proxy. */
  readonly config: Config;
  /** Selects the fault. It has no memory of earlier requests. */
  select(fault: Fault): void;
  close(): Promise<void>;
}

/** Starts the proxy. It signs all responses with keys of its own. */
export async function startFaultyBank(service: SecureService, config: Config): Promise<FaultyBank> {
  const tpps = [config.tpp, config.otherTpp].flatMap((tpp) => tpp ?? []).map(upstreamOf);
  const keys = ['bank', 'foreign'].map((kid) => ({
    ...{ kid, pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  }));
  const [bankKey, foreignKey] = keys;
  const jwk = { ...bankKey?.pair.publicKey.export({ format: 'jwk' }), kid: 'bank', alg: 'PS256' };
  let fault: Fault = {};
  let memory: Memory = new Map();

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const asked = await askedBy(incoming, tpps);
    if (asked === undefined) return void response.end(JSON.stringify({ keys: [jwk] }));
    const answered = fault.request?.(asked, memory) ?? (await forward(asked, config, tpps));
    fault.response?.(answered, asked, memory);
    const isForeign = answered.flaw === 'foreign';
    const key = (isForeign ? foreignKey : bankKey)?.pair.privateKey;
    if (key !== undefined && answered.headers['x-jws-signature'] !== undefined) {
      const identity = { key, kid: 'bank', issuer: config.bankId ?? '', trustAnchor: 'x.example' };
      const flaw = answered.flaw === 'foreign' ? 'valid' : answered.flaw;
      const signature = signatureOf(answered.body, { identity, flaw, now: now() });
      Reflect.deleteProperty(answered.headers, 'x-jws-signature');
      if (signature !== undefined) answered.headers['x-jws-signature'] = signature;
    }
    response.writeHead(answered.status, answered.headers).end(answered.body);
  };
  const { server: certificate, chain } = service.pki;
  const server = createServer(
    {
      ...{ cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) },
      ...{ ca: readFileSync(chain), requestCert: true },
    },
    (incoming, response) => {
      answer(incoming, response).catch((error: unknown) => {
        response.writeHead(502).end(String(error));
      });
    },
  );
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const origin = `https://localhost:${String(port)}`;
  return {
    config: { ...config, baseUrl: `${origin}/open-banking`, jwksUri: `${origin}/jwks` },
    select: (selected) => {
      fault = selected;
      memory = new Map();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(tpps.map(({ transport }) => transport.close()));
    },
  };
}

function upstreamOf(tpp: TppConfig) {
  const cert = readFileSync(tpp.certificate);
  const tls = { cert, key: readFileSync(tpp.key), ca: readFileSync(tpp.ca ?? '') };
  return {
    ...{ id: tpp.clientId, fingerprint: new X509Certificate(cert).fingerprint256 },
    ...{ transport: new Transport(tls, 16), identity: signingIdentity(tpp) },
  };
}

type Upstream = ReturnType<typeof upstreamOf>;

/** A connection with mutual TLS. */
type Peer = Pick<TLSSocket, 'getPeerCertificate'>;

/** Reads a request. Returns undefined if it asks for the bank's keys. */
async function askedBy(incoming: IncomingMessage, tpps: readonly Upstream[]) {
  const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
  const [, version = '', path = ''] = BASE.exec(incoming.url ?? '') ?? [];
  if (version === '') return undefined;
  const { fingerprint256 } = (incoming.socket as unknown as Peer).getPeerCertificate();
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (!HOP_HEADERS.includes(name)) headers[name] = String(value);
  }
  const tpp = tpps.find(({ fingerprint }) => fingerprint === fingerprint256)?.id ?? '';
  const method = incoming.method ?? '';
  const isChunked = incoming.headers['transfer-encoding'] === 'chunked';
  const asked: Asked = {
    ...{ method, version, path, headers, body, isChunked, tpp },
    isSignedAgain: false,
  };
  return asked;
}

async function forward(asked: Asked, config: Config, tpps: readonly Upstream[]): Promise<Answered> {
  const { method, version, path, headers, body, tpp, isSignedAgain } = asked;
  const upstream = tpps.find(({ id }) => id === tpp);
  if (upstream === undefined) throw new Error(`There is no TPP ${tpp}.`);
  const { identity, transport } = upstream;
  const signature = isSignedAgain && signatureOf(body, { identity, flaw: 'valid', now: now() });
  const received = await transport.send({
    ...{ method, url: `${config.baseUrl}/${version}/pisp${path}` },
    headers: { ...headers, ...(signature && { 'x-jws-signature': signature }) },
    ...(method !== 'GET' && { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const kept = [...received.headers].filter(([name]) => !HOP_HEADERS.includes(name));
  const bytes = Buffer.from(received.bytes);
  return { status: received.status, headers: Object.fromEntries(kept), body: bytes, flaw: 'valid' };
}

/** Returns the body as JSON, or an empty object. */
export function jsonIn(body: Buffer): Json {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return {};
  }
}

/** Returns the SHA-256 of bytes in base64. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
