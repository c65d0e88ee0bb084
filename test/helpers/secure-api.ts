import { decodeProtectedHeader } from 'jose';
import { expect } from 'vitest';
import { fetch as send } from 'undici';
import type { PublicJwk } from '../../src/domain/records/access.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { parametersOf, request } from './secure-browser.ts';
import { SecureCustomer, type BankOfCustomers, type Wish } from './secure-customer.ts';
import { SecureTpp } from './secure-tpp.ts';
import { ISS, verifiedHeader } from './signing.ts';
import { Tpp, type Reply, type Sending } from './tpp.ts';

/** A bank with its plain door. */
interface ApiBank extends BankOfCustomers {
  readonly origin: string;
}

/**
 * A TPP at the door of mutual TLS, with a token of its own: signs what it sends, and believes no
 * answer that the bank did not sign. Customers decide at the bank's pages.
 */
export class SecureApi extends Tpp {
  readonly #bank: ApiBank;
  readonly tpp: SecureTpp;
  /** Whether it signs what it sends. */
  signs = true;
  #keys: readonly PublicJwk[] = [];

  private constructor(bank: ApiBank, tpp: SecureTpp, token: string) {
    super(bank.apiUrl, token);
    this.#bank = bank;
    this.tpp = tpp;
  }

  static async open(bank: ApiBank, tpp = new SecureTpp('tpp-one', bank)): Promise<SecureApi> {
    const { json, text } = await tpp.clientToken();
    const token = json['access_token'];
    if (typeof token !== 'string') throw new Error(text);
    return new SecureApi(bank, tpp, token);
  }

  /** As the sandbox's shortcut answers: with the token of the approval. */
  override async decide(consentId: string, wish: Partial<Wish> = {}): Promise<Reply> {
    const url = await this.tpp.authorizeUrl(consentId);
    const customer = new SecureCustomer(this.#bank);
    const { code = '', ...rest } = parametersOf(
      await customer.decide(url, { user: 'clara', ...wish }),
    );
    if (code === '') throw new Error(JSON.stringify(rest));
    const { status, text, json } = await this.tpp.redeem(code);
    return { status, text, json, headers: new Headers() };
  }

  /** The bank's keys as it publishes them; asked for again when an answer names a new one. */
  async publishedKeys(): Promise<readonly PublicJwk[]> {
    const dispatcher = this.tpp.agent;
    const { json } = await request(`${this.#bank.apiUrl}/as/jwks`, { dispatcher });
    return json['keys'] as readonly PublicJwk[];
  }

  protected override async send(
    url: string,
    { method, headers, body }: Sending,
  ): Promise<Response> {
    const { pathname } = new URL(url);
    // The sandbox's own addresses are at the plain door alone.
    if (pathname.startsWith('/sandbox/')) {
      return super.send(`${this.#bank.origin}${pathname}`, {
        method,
        headers,
        ...(body && { body }),
      });
    }
    const signature = this.signs && body && { 'x-jws-signature': await this.tpp.signature(body) };
    const reply = await send(url, {
      method,
      headers: { ...signature, ...headers },
      body: body ?? null,
      dispatcher: this.tpp.agent,
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    await this.believe(bytes, new Headers([...reply.headers]));
    const { status } = reply;
    return new Response(bytes.length === 0 ? null : bytes, { status, headers: [...reply.headers] });
  }

  /** Fails unless the bank signed these very bytes, if there are any. */
  protected async believe(bytes: Buffer, headers: Headers): Promise<void> {
    const signature = headers.get('x-jws-signature') ?? '';
    expect(signature === '').toBe(bytes.length === 0);
    if (signature === '') return;
    const { kid } = decodeProtectedHeader({ protected: signature.split('.', 1)[0] ?? '' });
    if (!this.#keys.some((key) => key.kid === kid)) this.#keys = await this.publishedKeys();
    const header = await verifiedHeader(signature, bytes, this.#keys);
    expect(header).toMatchObject({ alg: 'PS256', [ISS]: BANK_ORGANISATION_ID });
    expect(headers.get('content-type')).toContain(header['cty']);
  }
}
