import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { AuthorisationError, type Bank, type Version } from '@payment-initiation/client';
import type { Config } from './config.ts';

/** A consent that a customer decides about. */
export interface Question {
  readonly bank: Bank<Version>;
  readonly consentId: string;
  readonly decision: 'approve' | 'reject';
  /** True for the account that needs several approvals. */
  readonly severalApprovals: boolean;
}

/** A customer's approval with its token, or the code of the refusal (OAuth 2.0). */
export type Decided = { readonly token: string } | { readonly refusal: string };

/** Has a customer decide about a consent. */
export type Approver = (question: Question) => Promise<Decided>;

/**
 * Opens an address as the customer. Returns the address at which the browser ends, or an empty text
 * if it did not return to the TPP.
 */
export type Browser = (url: string, question: Question) => Promise<string>;

/** Time limit of an approval by a program, in milliseconds. */
const COMMAND_TIMEOUT_MS = 120_000;

/** Returns the approver that the configuration selects. */
export function createApprover(config: Config): Approver {
  const { approval } = config;
  if (approval.kind === 'sandbox') return approveInSandbox(config, approval);
  if (approval.kind === 'manual') return inTurn(approveWith(askPerson));
  const [program = '', ...rest] = approval.command;
  return approveWith(async (url, { decision }) => {
    const options = { timeout: COMMAND_TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(program, [...rest, decision, url], options);
    return stdout.trim();
  });
}

/** Returns an approver that sends a browser to the bank's authorisation server. */
export function approveWith(browse: Browser): Approver {
  return async (question) => {
    const { bank, consentId } = question;
    try {
      const { url, pending } = await bank.customers.start(consentId);
      const callback = await browse(url, question);
      if (callback === '') return { refusal: 'the browser did not return to the TPP' };
      return { token: (await bank.customers.finish(callback, pending)).token };
    } catch (error) {
      if (error instanceof AuthorisationError) return { refusal: error.error };
      throw error;
    }
  };
}

/** Runs approvals one after the other, because a pushed request is valid for about a minute. */
function inTurn(approve: Approver): Approver {
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const decided = turn.then(() => approve(question));
    turn = decided.catch(() => undefined);
    return decided;
  };
}

async function askPerson(url: string, { decision }: Question): Promise<string> {
  const terminal = createInterface(process.stdin, process.stderr);
  const question = `\nAs the customer, ${decision} at\n${url}\nThe address afterwards: `;
  const answer = await terminal.question(question).finally(() => terminal.close());
  return answer.trim();
}

type SandboxApproval = Extract<Config['approval'], { readonly kind: 'sandbox' }>;

/** Approves at the sandbox's internal listener. The token is bound to the TPP's certificate. */
function approveInSandbox(
  { tpp, multiAuthorisation }: Config,
  approval: SandboxApproval,
): Approver {
  const { raw } = new X509Certificate(readFileSync(tpp.certificate));
  const certificate = createHash('sha256').update(raw).digest('base64url');
  let token: Promise<string> | undefined;
  return async ({ consentId, decision, severalApprovals }) => {
    const { url, user, secret } = approval;
    token ??= sandboxToken(url, tpp.clientId, secret);
    const person = severalApprovals ? (multiAuthorisation?.user ?? user) : user;
    const response = await fetch(`${url}/sandbox/consents/${consentId}/decision`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ user: person, decision, certificate }),
    });
    const answer = (await response.json()) as Partial<Record<'access_token' | 'error', string>>;
    if (answer.access_token !== undefined) return { token: answer.access_token };
    return { refusal: answer.error ?? String(response.status) };
  };
}

async function sandboxToken(url: string, clientId: string, secret: string): Promise<string> {
  const response = await fetch(`${url}/sandbox/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'payments' },
      ...{ client_id: clientId, client_secret: secret },
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`The sandbox refused the client ${clientId}.`);
  return token;
}
