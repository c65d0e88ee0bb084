import { tokenIn, UnexpectedAnswer, type Answer } from '../../test-client/answer.ts';
import { BankKeys } from '../../test-client/bank-keys.ts';
import { ISS, type PublicKey } from '../../test-client/signatures.ts';
import { TppClient } from '../../test-client/tpp.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { parametersOf } from './secure-browser.ts';
import { SecureCustomer, type BankOfCustomers, type Wish } from './secure-customer.ts';
import { SecureTpp } from './secure-tpp.ts';
import { DEFAULTS, plainClient, Tpp, type Reply } from './tpp.ts';

/** A bank with an internal listener. */
interface ApiBank extends BankOfCustomers {
  readonly origin: string;
}

/**
 * A TPP with its own access token at the mutual TLS listener. It signs its requests and checks that
 * the bank signed each response. Its customers decide on the bank's pages.
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

  /** Turns the signing of this TPP's requests on or off. */
  set signs(isOn: boolean) {
    this.#signing.isOn = isOn;
  }

  /**
   * Decides on a consent as a customer on the bank's pages. Returns the token response, which the
   * sandbox's shortcut for decisions returns too.
   */
  override async decide(consentId: string, wish: Partial<Wish> = {}): Promise<Reply> {
    const url = await this.tpp.authorizeUrl(consentId);
    const customer = new SecureCustomer(this.#bank);
    const { code = '', ...rest } = parametersOf(
      await customer.decide(url, { user: 'clara', ...wish }),
    );
    if (code === '') throw new Error(JSON.stringify(rest));
    return this.tpp.authorisation.redeem(code);
  }

  /** Returns the public keys that the bank publishes. */
  publishedKeys(): Promise<readonly PublicKey[]> {
    return this.#keys.published();
  }

  /** Returns the client for a path. Only the internal listener serves the sandbox's own paths. */
  protected override clientFor = (path: string): TppClient =>
    path.startsWith('/sandbox/') ? this.#plain : this.client;
}

/**
 * Fails unless the bank's signature covers exactly the bytes of the response. Accepts empty
 * responses.
 */
async function expectSigned(answer: Answer, keys: BankKeys): Promise<void> {
  const header = await keys.verify(answer);
  if (header === null) return;
  const { alg, [ISS]: issuer, cty } = header;
  const isBanks = alg === 'PS256' && issuer === BANK_ORGANISATION_ID;
  const isOfType = answer.headers.get('content-type')?.includes(String(cty)) === true;
  if (!isBanks || !isOfType) throw new UnexpectedAnswer(answer, JSON.stringify(header));
}
