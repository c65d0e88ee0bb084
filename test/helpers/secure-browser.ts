import { readFileSync } from 'node:fs';
import { Agent, request as send } from 'undici';
import type { SandboxPki } from '../../src/sandbox/pki/paths.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The members of a JSON object; empty for any other body. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Sends one request and reads the whole answer; follows nothing. */
export async function request(
  url: string,
  options: NonNullable<Parameters<typeof send>[1]>,
): Promise<Reply> {
  const { statusCode: status, headers, body } = await send(url, options);
  const text = await body.text();
  return { status, headers, text, json: readJson(text) };
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** What the outside knows of the bank. */
export interface Bank {
  readonly issuerUrl: string;
  readonly apiUrl: string;
  readonly pki: SandboxPki;
}

/** Where a browser has come to. */
export interface Place {
  readonly url: string;
  readonly reply: Reply;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Redirects in a row before a browser gives up. */
const MAX_HOPS = 10;

/** A customer's browser: keeps cookies by their paths, and follows redirects within the bank. */
export class SecureBrowser {
  readonly #issuerUrl: string;
  readonly #agent: Agent;
  /** Every Set-Cookie header so far. */
  readonly written: string[] = [];
  #cookies: Cookie[] = [];

  constructor({ issuerUrl, pki }: Bank) {
    this.#issuerUrl = issuerUrl;
    this.#agent = new Agent({ connect: { ca: readFileSync(pki.root.certificate) } });
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send(url, { method: 'GET', headers });
  }

  /** Sends a form of a page of the bank. */
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

  /** Where a chain of redirects ends: at a page of the bank, or at a TPP's address. */
  async follow(url: string): Promise<Place> {
    return this.followFrom(url, await this.get(url));
  }

  /** As `follow`, after an answer that the browser has already. */
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
      dispatcher: this.#agent,
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

/** What an address at a TPP carries; of a page of the bank its status and its text. */
export function parametersOf({ url, reply }: Place): Readonly<Record<string, string>> {
  const { hash, search } = new URL(url);
  if (reply.headers['location'] === undefined) {
    return { status: String(reply.status), text: reply.text };
  }
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
}
