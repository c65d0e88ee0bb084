import { readFileSync } from 'node:fs';
import { tokenIn } from '../../../test-client/answer.ts';
import { postForm } from '../../../test-client/authorisation.ts';
import { BASE } from '../../../test-client/tpp.ts';
import { Transport } from '../../../test-client/transport.ts';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { sandboxPki, tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { Tpp } from '../../helpers/tpp.ts';
import type { CliContext } from '../campaign.ts';
import { Probe } from '../probing.ts';
import { ask, type Seen } from './clients.ts';

/** Interval at which the probe measures the service, in milliseconds. */
const PROBED_MS = 2000;

/** Maximum time to wait for a response, in milliseconds. */
export const ANSWERED_WITHIN_MS = 30_000;

/** A service to overload, with the TPPs that send requests to it. */
export interface World extends CliContext {
  readonly service: ServiceProcess;
  readonly data: string;
  readonly probe: Probe;
  readonly tpp: Tpp;
  /** The TPP that overloads the service. */
  readonly other: Tpp;
  /** Sends a GET to the internal listener on a new connection. */
  readonly get: () => Promise<Seen>;
}

/** A trial that overloads the service in one way. */
export interface Trial {
  /** Estimated duration of the trial on two cores, in seconds. */
  readonly seconds: number;
  /** Matches the failures that the service may log in this trial. */
  readonly reports?: RegExp | undefined;
  /** Settings of the service in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly run: (world: World) => Promise<void>;
}

/** Starts the service with its default limits. Only the rate limit for each TPP is higher. */
export async function openWorld(
  surroundings: CliContext,
  name: string,
  own: Trial['settings'] = {},
): Promise<World> {
  const data = `${surroundings.folder}/${name}`;
  const probe = new Probe(`${surroundings.folder}/${name}.samples`, PROBED_MS);
  const settings = { ...probe.settings, ...own };
  const service = await ServiceProcess.start({ dataDirectory: data, settings });
  const tpp = await Tpp.signIn(service.origin);
  const other = await Tpp.signIn(service.origin, 'tpp-two');
  const consent = `${BASE}/file-payment-consents/${await tpp.consentFor(bulkFile(3))}`;
  const headers = { authorization: `Bearer ${tpp.token}` };
  const get = (): Promise<Seen> =>
    ask(service.origin + consent, { method: 'GET', headers, timeoutMs: ANSWERED_WITHIN_MS });
  return { ...surroundings, service, data, probe, tpp, other, get };
}

/** Sends GET requests one after the other. Returns the responses. */
export async function getSome({ get }: World, count: number): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let at = 0; at < count; at += 1) seen.push(await get());
  return seen;
}

/** Uploads a file with a direct HTTP request. */
export function uploadByHand(
  { service, tpp }: Pick<World, 'service' | 'tpp'>,
  consentId: string,
  file: Buffer,
): Promise<Seen> {
  const headers = {
    authorization: `Bearer ${tpp.token}`,
    'content-type': 'application/json',
    'x-idempotency-key': `u${consentId.slice(-30)}`,
  };
  const url = `${service.origin}${BASE}/file-payment-consents/${consentId}/file`;
  return ask(url, { method: 'POST', headers, body: file, timeoutMs: 10 * ANSWERED_WITHIN_MS });
}

/** Returns the client certificate and key of a sandbox TPP, and the trusted CA. */
export function certificatesOf(data: string, tpp: string) {
  const pki = sandboxPki(dataFolder(data).pki);
  const { certificate, key } = tppFiles(pki, tpp).transport;
  return {
    ca: readFileSync(pki.root.certificate),
    cert: readFileSync(certificate),
    key: readFileSync(key),
  };
}

/** Returns an access token that is bound to a TPP's certificate. */
export async function certifiedToken(
  { service, data }: Pick<World, 'service' | 'data'>,
  name: string,
): Promise<string> {
  const credentials = certificatesOf(data, name);
  const transport = new Transport({ credentials, timeoutMs: ANSWERED_WITHIN_MS });
  const request = { grant_type: 'client_credentials', client_id: name, scope: 'payments' };
  const url = `https://localhost:${String(service.ports.httpsPort)}/as/token`;
  const token = tokenIn(await postForm(transport, url, request));
  transport.close();
  return token;
}

/**
 * Returns a function that sends a GET to the TPPs' listener. It uses an access token that is bound
 * to the TPP's certificate.
 */
export async function certifiedGet(
  world: Pick<World, 'service' | 'data'>,
  name: string,
): Promise<(localAddress?: string) => Promise<Seen>> {
  const tls = certificatesOf(world.data, name);
  const origin = `https://localhost:${String(world.service.ports.httpsPort)}`;
  const timeoutMs = ANSWERED_WITHIN_MS;
  const headers = { authorization: `Bearer ${await certifiedToken(world, name)}` };
  const url = `${origin}${BASE}/domestic-payments/none`;
  return (localAddress = '127.0.0.1') =>
    ask(url, { method: 'GET', headers, timeoutMs, tls, localAddress });
}
