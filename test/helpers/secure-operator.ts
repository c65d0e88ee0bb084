import { vi } from 'vitest';
import { pki } from '../../src/cli/commands/pki.ts';
import { realTime } from './real-time.ts';
import { request, type Bank, type Reply } from './secure-browser.ts';
import type { SecureService } from './secure-service.ts';
import { SecureTpp, type Registration } from './secure-tpp.ts';

/** Where a data folder is, and whom its TPPs register with. */
type Place = Pick<SecureService, 'directory' | 'issuerUrl' | 'apiUrl'>;

/** `npm run pki -- …` beside a sandbox that runs; what it said. */
export async function runPki({ directory }: Place, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await pki({})(args, { dataDirectory: directory, machineClock: realTime, print });
  return lines.join('\n');
}

/** Makes a TPP that nobody knew before and registers it over the TPPs' door. */
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

/** Registers software of the directory over the TPPs' door. */
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

/** A request to register, signed by the TPP, with a statement that the directory signed. */
export function registrationRequest(
  bank: Place,
  softwareId: string,
  method: Registration['method'] = 'tls_client_auth',
): Promise<string> {
  return runPki(bank, 'request', softwareId, '--method', method, '--issuer', bank.issuerUrl);
}

/** Asks something of a registration over a TPP's connection. */
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
  /** Of the client. */
  readonly id?: string;
  readonly token?: string | null;
  readonly body?: string;
}

/** Shuts a TPP out or lets it in again; settles when the bank knows. */
export async function changeAdmission(
  bank: SecureService,
  command: 'suspend' | 'admit',
  softwareId: string,
): Promise<void> {
  await runPki(bank, command, softwareId);
  await untilAdmitted(bank, softwareId, command === 'admit');
}

/** Waits for the directory to be read again, at most a few times as long as that takes. */
export async function untilAdmitted(
  { store }: SecureService,
  softwareId: string,
  isAdmitted = true,
): Promise<void> {
  const isKnown = async () => (await store.findSoftware(softwareId))?.isAdmitted === isAdmitted;
  await vi.waitUntil(isKnown, { timeout: 60_000, interval: 50 });
}
