import { vi } from 'vitest';
import { run } from '../unit/cli/fixtures.ts';
import { realTime } from './real-time.ts';
import { request, type Bank, type Reply } from './secure-browser.ts';
import type { SecureService } from './secure-service.ts';
import { SecureTpp, type Registration } from './secure-tpp.ts';

/** The data folder of a running sandbox, and its addresses for TPP registration. */
type Place = Pick<SecureService, 'directory' | 'issuerUrl' | 'apiUrl'>;

/** Runs `pisctl pki …` for a running sandbox. Returns its output. */
export function runPki({ directory }: Place, ...args: string[]): Promise<string> {
  return run('pki', args, directory, { clock: realTime });
}

/** Creates a new TPP and registers it with the bank, at the listener for TPPs. */
export async function registerTpp(
  bank: SecureService,
  softwareId: string,
  method: Registration['method'] = 'tls_client_auth',
): Promise<SecureTpp> {
  const redirect = `https://${softwareId}.example/callback`;
  await runPki(bank, 'tpp', softwareId, '--redirect', redirect);
  await untilAdmitted(bank, softwareId);
  return register(bank, softwareId, method);
}

/** Registers a software of the directory with the bank, at the listener for TPPs. */
export async function register(
  bank: Place & Bank,
  softwareId: string,
  method: Registration['method'] = 'tls_client_auth',
): Promise<SecureTpp> {
  const body = await registrationRequest(bank, softwareId, method);
  const { json, text } = await sendRegistration(bank, new SecureTpp(softwareId, bank), { body });
  const id = json['client_id'];
  if (typeof id !== 'string') throw new Error(text);
  return new SecureTpp(softwareId, bank, { id, method });
}

/**
 * Returns a registration request. The TPP signs the request, and the directory signs the software
 * statement in it.
 */
export function registrationRequest(
  bank: Place,
  softwareId: string,
  method: Registration['method'] = 'tls_client_auth',
): Promise<string> {
  return runPki(bank, 'request', softwareId, '--method', method, '--issuer', bank.issuerUrl);
}

/** Sends a registration request over a TPP's connection. */
export function sendRegistration(
  { apiUrl }: Pick<Place, 'apiUrl'>,
  { transport }: Pick<SecureTpp, 'transport'>,
  { method = 'POST', id, token, body }: RegistrationCall,
): Promise<Reply> {
  return request(`${apiUrl}/register${id === undefined ? '' : `/${id}`}`, {
    ...{ method, transport },
    headers: {
      ...(body !== undefined && { 'content-type': 'application/jwt' }),
      ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
}

interface RegistrationCall {
  readonly method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /** The client id, which is part of the address for all methods but POST. */
  readonly id?: string;
  readonly token?: string | null;
  readonly body?: string;
}

/** Suspends or admits a TPP in the directory. Resolves when the bank has read the change. */
export async function changeAdmission(
  bank: SecureService,
  command: 'suspend' | 'admit',
  softwareId: string,
): Promise<void> {
  await runPki(bank, command, softwareId);
  await untilAdmitted(bank, softwareId, command === 'admit');
}

/**
 * Waits until the bank has read from the directory whether the software is admitted. Gives up after
 * 60 seconds.
 */
export async function untilAdmitted(
  { store }: SecureService,
  softwareId: string,
  isAdmitted = true,
): Promise<void> {
  const isKnown = async () => (await store.findSoftware(softwareId))?.isAdmitted === isAdmitted;
  await vi.waitUntil(isKnown, { timeout: 60_000, interval: 50 });
}
