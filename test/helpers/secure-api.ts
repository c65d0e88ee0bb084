import { tokenIn, UnexpectedAnswer, type Answer } from '../../client/answer.ts';
import { BankKeys } from '../../client/bank-keys.ts';
import { ISS, type PublicKey } from '../../client/signatures.ts';
import { TppClient } from '../../client/tpp.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { parametersOf } from './secure-browser.ts';
import { SecureCustomer, type BankOfCustomers, type Wish } from './secure-customer.ts';
import { SecureTpp } from './secure-tpp.ts';
import { DEFAULTS, plainClient, Tpp, type Reply } from './tpp.ts';

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
  readonly #keys: BankKeys;
  readonly #plain: TppClient;
  readonly #signing: { isOn: boolean };

  private constructor(bank: ApiBank, tpp: SecureTpp, token: string) {
    const keys = new BankKeys(tpp.transport, bank.apiUrl);
    const signing = { isOn: true };
    super(
      new TppClient({
        ...{ transport: tpp.transport, apiUrl: bank.apiUrl, token, defaults: DEFAULTS },
        sign: (body) => (signing.isOn ? tpp.signature(body) : undefined),
        verifyAnswer: (answer) => expectSigned(answer, keys),
      }),
    );
    this.#bank = bank;
    this.tpp = tpp;
    this.#keys = keys;
    this.#plain = plainClient(bank.origin, token);
    this.#signing = signing;
  }

  static async open(bank: ApiBank, tpp = new SecureTpp('tpp-one', bank)): Promise<SecureApi> {
    return new SecureApi(bank, tpp, tokenIn(await tpp.authorisation.clientToken()));
  }

  /** Whether it signs what it sends. */
  set signs(isOn: boolean) {
    this.#signing.isOn = isOn;
  }

  /** As the sandbox's shortcut answers: with the token of the approval. */
  override async decide(consentId: string, wish: Partial<Wish> = {}): Promise<Reply> {
    const url = await this.tpp.authorizeUrl(consentId);
    const customer = new SecureCustomer(this.#bank);
    const { code = '', ...rest } = parametersOf(
      await customer.decide(url, { user: 'clara', ...wish }),
    );
    if (code === '') throw new Error(JSON.stringify(rest));
    return this.tpp.authorisation.redeem(code);
  }

  /** The bank's keys as it publishes them. */
  publishedKeys(): Promise<readonly PublicKey[]> {
    return this.#keys.published();
  }

  /** The sandbox's own addresses are at the plain door alone. */
  protected override clientFor = (path: string): TppClient =>
    path.startsWith('/sandbox/') ? this.#plain : this.client;
}

/** Fails unless the bank signed these very bytes, if there are any. */
async function expectSigned(answer: Answer, keys: BankKeys): Promise<void> {
  const header = await keys.verify(answer);
  if (header === null) return;
  const { alg, [ISS]: issuer, cty } = header;
  const isBanks = alg === 'PS256' && issuer === BANK_ORGANISATION_ID;
  const isOfType = answer.headers.get('content-type')?.includes(String(cty)) === true;
  if (!isBanks || !isOfType) throw new UnexpectedAnswer(answer, JSON.stringify(header));
}
