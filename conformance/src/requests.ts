import { randomUUID } from 'node:crypto';
import type { RawRequest, Version } from '@payment-initiation/client';
import type { BankUnderTest, Tester } from './bank.ts';
import { createFile } from './payment-file.ts';
import type { FileShape, RequestStep } from './scenario.ts';
import { signatureOf, signingIdentity } from './signatures.ts';
import { changed, resolved, textOf, type Variables } from './values.ts';

/** Size of a chunk of an upload, in bytes. */
const CHUNK_BYTES = 4096;

export interface RequestParts {
  readonly bank: BankUnderTest;
  readonly tester: Tester;
  readonly version: Version;
  readonly variables: Variables;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Creates the request of a step: a valid one, with the changes of the step. */
export async function createRequest(step: RequestStep, parts: RequestParts): Promise<RawRequest> {
  const { variables } = parts;
  const [method = '', path = ''] = step.send.split(' ');
  const body = method === 'POST' || step.text !== undefined ? bodyFor(step, parts) : undefined;
  const token = await tokenFor(step, parts);
  const signature = body === undefined ? undefined : signed(body, step, parts);
  const defaults: Record<string, string | undefined> = {
    accept: /\/file$|\/report-file$/.test(path) ? '*/*' : 'application/json',
    'x-fapi-interaction-id': randomUUID(),
    ...(token !== undefined && { authorization: token }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'x-idempotency-key': randomUUID(),
      'x-jws-signature': signature,
    }),
  };
  const changes = resolved(step.headers ?? {}, variables) as Record<string, string | null>;
  const headers = Object.entries({ ...defaults, ...changes }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    ...{ method, path: textOf(path, variables), headers: Object.fromEntries(headers) },
    ...(body !== undefined && { body: step.chunked === true ? inChunks(body) : body }),
  };
}

/** Returns a body of unknown length, so that it is sent in chunks. */
function inChunks(body: Buffer) {
  return {
    open: async function* () {
      for (let at = 0; at < body.length; at += CHUNK_BYTES) {
        yield await Promise.resolve(body.subarray(at, at + CHUNK_BYTES));
      }
    },
  };
}

function signed(body: Buffer, { signature, signWith, as }: RequestStep, parts: RequestParts) {
  const { bank, tester, version, now } = parts;
  const { config } = bank;
  const other = config.otherTpp && bank.tester(version, as === 'tpp' ? 'other' : 'tpp');
  const key = signWith && config[signWith];
  const { issuer, trustAnchor } = config.tpp.signing;
  const identity = key
    ? signingIdentity({ ...config.tpp, signing: { issuer, trustAnchor, ...key } })
    : tester.identity;
  return signatureOf(body, { identity, other: other?.identity, flaw: signature, now: now() });
}

function bodyFor(step: RequestStep, { bank, variables }: RequestParts): Buffer {
  if (step.text !== undefined) return Buffer.from(textOf(step.text, variables));
  if (step.send.endsWith('/file')) {
    if (step.file === undefined) return variables.get('file') as Buffer;
    return createFile(resolved(step.file, variables) as FileShape, bank.config).bytes;
  }
  const Initiation = variables.get('initiation');
  const Data = step.send.endsWith('-consents')
    ? { Initiation, ...(variables.get('data') as object) }
    : { ConsentId: variables.get('ConsentId'), Initiation };
  const removed = (step.remove ?? []).map((path): [string, null] => [path, null]);
  const changes = { ...step.set, ...Object.fromEntries(removed) };
  const value = changed({ Data }, resolved(changes, variables) as Record<string, unknown>);
  return Buffer.from(JSON.stringify(value));
}

/** Returns the header `authorization`. By default, it has the token that the operation needs. */
async function tokenFor(step: RequestStep, parts: RequestParts): Promise<string | undefined> {
  const { bank, tester, version, variables } = parts;
  const needed = step.send === 'POST /file-payments' ? 'customer' : 'client';
  switch (step.token ?? needed) {
    case 'none':
      return undefined;
    case 'client':
      return `Bearer ${await tester.bank.accessToken()}`;
    case 'customer':
      return `Bearer ${String(variables.get('token'))}`;
    case 'first':
      return `Bearer ${await bank.tester(version, 'tpp').bank.accessToken()}`;
    case 'expired':
      return `Bearer ${bank.config.expiredToken ?? ''}`;
    case 'basic':
      return `Basic ${Buffer.from('user:password').toString('base64')}`;
    case 'unknown':
      return `Bearer ${randomUUID()}`;
  }
}
