import { readFileSync } from 'node:fs';
import type { Answer } from '../../test-client/answer.ts';
import { callbackParameters } from '../../test-client/authorisation.ts';
import { Transport, type Sending } from '../../test-client/transport.ts';
import type { SandboxPki } from '../../src/sandbox/pki/paths.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The fields of a JSON response. Empty if the body is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

interface Asking extends Partial<Omit<Sending, 'url'>> {
  readonly transport: Transport;
}

/** Sends one request and reads the whole response. Does not follow redirects. */
export async function request(url: string, { transport, ...asking }: Asking): Promise<Reply> {
  return replyOf(await transport.send({ method: 'GET', ...asking, url }));
}

/** Converts a response into the form in which tests read headers and JSON fields. */
export function replyOf({ status, headers, text, json = {} }: Answer): Reply {
  const cookies = headers.getSetCookie();
  const several = cookies.length > 0 && { 'set-cookie': cookies };
  return { status, headers: { ...Object.fromEntries(headers), ...several }, text, json };
}

/** Returns a transport that sends no client certificate and trusts the bank's certificate. */
export function anonymousTransport({
  pki,
  proxyHeader,
}: Pick<Bank, 'pki' | 'proxyHeader'>): Transport {
  return new Transport({ credentials: { ca: readFileSync(pki.root.certificate) }, proxyHeader });
}

/** The bank's addresses and certificates. */
export interface Bank {
  readonly issuerUrl: string;
  readonly apiUrl: string;
  readonly pki: SandboxPki;
  /** Returns the PROXY header of a new connection. Set only if the bank is behind a TCP proxy. */
  readonly proxyHeader?: (() => Uint8Array) | undefined;
}

/** The address that a browser has reached, with the response from there. */
export interface Place {
  readonly url: string;
  readonly reply: Reply;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Maximum number of redirects to follow in a row. */
const MAX_HOPS = 10;

/**
 * Simulates a customer's browser. It stores cookies by path and follows redirects within the bank.
 */
export class SecureBrowser {
  readonly #issuerUrl: string;
  readonly #transport: Transport;
  /** All Set-Cookie headers received so far. */
  readonly written: string[] = [];
  #cookies: Cookie[] = [];

  constructor(bank: Bank) {
    this.#issuerUrl = bank.issuerUrl;
    this.#transport = anonymousTransport(bank);
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send(url, { method: 'GET', headers });
  }

  /** Submits a form on a page of the bank. */
  post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send(url, {
      method: 'POST',
      headers: { origin: this.#issuerUrl, ...type, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Opens a URL. Follows redirects until it reaches a page of the bank or a TPP's address. */
  async follow(url: string): Promise<Place> {
    return this.followFrom(url, await this.get(url));
  }

  /** Follows redirects from a response that was already received. */
  async followFrom(url: string, answer: Reply): Promise<Place> {
    let [at, reply] = [url, answer];
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const { location } = reply.headers;
      if (typeof location !== 'string') return { url: at, reply };
      at = new URL(location, at).href;
      if (!at.startsWith(`${this.#issuerUrl}/`)) return { url: at, reply };
      reply = await this.get(at);
    }
    throw new Error(`More than ${String(MAX_HOPS)} redirects.`);
  }

  async #send(
    url: string,
    { headers, ...options }: { method: 'GET' | 'POST'; headers: object; body?: string },
  ): Promise<Reply> {
    const { pathname } = new URL(url);
    const sent = this.#cookies.filter(({ path }) => pathname.startsWith(path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const reply = await request(url, {
      ...options,
      transport: this.#transport,
      headers: { accept: 'text/html', ...headers, ...(cookie !== '' && { cookie }) },
    });
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#take(line);
    return reply;
  }

  #take(line: string): void {
    this.written.push(line);
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.path !== path);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}

/**
 * Returns the query parameters of a TPP's callback address. For a page of the bank, returns its
 * status and text instead.
 */
export function parametersOf({ url, reply }: Place): Readonly<Record<string, string>> {
  if (reply.headers['location'] === undefined) {
    return { status: String(reply.status), text: reply.text };
  }
  return callbackParameters(url);
}
