import { createHash, X509Certificate } from 'node:crypto';
import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';
import { connectOptionsOf, type Connection } from './connection.ts';

/** Time limit of a request to the sandbox, in milliseconds. Moving its clock can take long. */
const TIMEOUT_MS = 120_000;

/** The decision about a consent in place of a customer. */
export interface SandboxDecision {
  readonly user: string;
  readonly decision: 'approve' | 'reject';
  /** Required if the consent names no account. */
  readonly debtorAccount?: string;
}

/**
 * Approves or rejects a consent in place of a customer. Returns the token of an approval, which is
 * bound to the TPP's certificate.
 */
export async function decideInSandbox(
  connection: Pick<Connection, 'profile' | 'name'>,
  consentId: string,
  decision: SandboxDecision,
  signal: AbortSignal,
): Promise<string> {
  const { tls } = await connectOptionsOf(connection.profile);
  const certificate = createHash('sha256').update(new X509Certificate(tls.cert).raw);
  const answer = await requestSandbox(connection, {
    ...{ method: 'POST', path: `/sandbox/consents/${encodeURIComponent(consentId)}/decision` },
    body: { ...decision, certificate: certificate.digest('base64url') },
    signal,
  });
  const { access_token: token, error_description: reason } = answer as {
    readonly access_token?: string;
    readonly error_description?: string;
  };
  if (token !== undefined) return token;
  throw new PisError(
    `${decision.user} did not approve ${consentId}: ${reason ?? 'rejected'}`,
    exitCodes.refused,
  );
}

/** Sends a request to an address of the sandbox, with the TPP's token of the sandbox. */
export async function requestSandbox(
  { profile, name }: Pick<Connection, 'profile' | 'name'>,
  request: {
    readonly method: 'GET' | 'POST' | 'PUT';
    readonly path: string;
    readonly body?: object;
    readonly signal: AbortSignal;
  },
): Promise<unknown> {
  const { sandbox, client } = profile;
  if (sandbox === undefined) {
    throw new PisError(
      `The profile "${name}" is of a bank, not of a sandbox. Only a sandbox offers this.`,
      exitCodes.wrongUse,
    );
  }
  const { method, path, body } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: 'payments' },
    ...{ client_id: client.id, client_secret: sandbox.clientSecret },
  });
  const issued = await send(`${sandbox.origin}/sandbox/token`, {
    ...{ method: 'POST', body: form, signal },
  });
  const { access_token: token } = issued as { readonly access_token: string };
  return send(`${sandbox.origin}${path}`, {
    ...{ method, signal },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function send(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted();
    throw new PisError(
      `The sandbox does not answer at ${new URL(url).origin}. Start it with npm start.`,
      exitCodes.unreachable,
      { cause },
    );
  });
  const text = await answer.text();
  if (!answer.ok) throw refusal(url, answer.status, text);
  return text === '' ? undefined : JSON.parse(text);
}

/** Returns the error for a refusal, with the messages of an error body of the standard. */
function refusal(url: string, status: number, text: string): PisError {
  const messages = [...text.matchAll(/"Message":("(?:[^"\\]|\\.)*")/g)].map(([, found = '""']) =>
    String(JSON.parse(found)),
  );
  const reason = messages.length === 0 ? text : messages.join(' ');
  const lacksAccount = reason.includes('debtorAccount is required');
  const remedy = lacksAccount ? ' Pass --account.' : '';
  return new PisError(
    `The sandbox refused ${new URL(url).pathname} with ${String(status)}: ${reason}${remedy}`,
    lacksAccount ? exitCodes.wrongUse : exitCodes.refused,
  );
}
