import type { Api, Call } from './api.ts';
import { PaymentClientError } from './errors.ts';
import type { RequestBody, ResponseBody, Version } from './operations.ts';
import type { CallOptions, CreateOptions, TokenOptions } from './options.ts';

/** The resources of each payment type, and the name of its payment id. */
export const FAMILIES = {
  'domestic-payments': { consents: 'domestic-payment-consents', id: 'DomesticPaymentId' },
  'domestic-scheduled-payments': {
    consents: 'domestic-scheduled-payment-consents',
    id: 'DomesticScheduledPaymentId',
  },
  'domestic-standing-orders': {
    consents: 'domestic-standing-order-consents',
    id: 'DomesticStandingOrderId',
  },
  'file-payments': { consents: 'file-payment-consents', id: 'FilePaymentId' },
  'international-payments': {
    consents: 'international-payment-consents',
    id: 'InternationalPaymentId',
  },
  'international-scheduled-payments': {
    consents: 'international-scheduled-payment-consents',
    id: 'InternationalScheduledPaymentId',
  },
  'international-standing-orders': {
    consents: 'international-standing-order-consents',
    id: 'InternationalStandingOrderPaymentId',
  },
  'domestic-vrps': { consents: 'domestic-vrp-consents', id: 'DomesticVRPId' },
} as const;

/** A payment type of the standard, by the name of its resource. */
export type Family = keyof typeof FAMILIES;

type Consents<F extends Family> = (typeof FAMILIES)[F]['consents'];
type PaymentId<F extends Family> = (typeof FAMILIES)[F]['id'];

/** Body of the request that creates a consent. */
export type ConsentRequest<V extends Version, F extends Family> = RequestBody<
  V,
  `POST /${Consents<F>}`
>;
/** A consent, as the bank returns it. */
export type Consent<V extends Version, F extends Family> = ResponseBody<V, `POST /${Consents<F>}`>;
/** Body of the request that creates a payment. */
export type PaymentRequest<V extends Version, F extends Family> = RequestBody<V, `POST /${F}`>;
/** A payment, as the bank returns it. */
export type Payment<V extends Version, F extends Family> = ResponseBody<V, `POST /${F}`>;
/** A page of the details of a payment. */
export type PaymentDetails<V extends Version, F extends Family> = ResponseBody<
  V,
  `GET /${F}/{${PaymentId<F>}}/payment-details`
>;
/** The status of one payment in the details. */
export type PaymentDetail<V extends Version, F extends Family> = ItemOf<PaymentDetails<V, F>>;

type ItemOf<Details> = Details extends {
  readonly Data?: { readonly PaymentStatus?: readonly (infer Item)[] };
}
  ? Item
  : never;
/** The answer to a question about funds. */
export type FundsConfirmation<V extends Version, F extends Family> = ResponseBody<
  V,
  `${F extends 'domestic-vrps' ? 'POST' : 'GET'} /${Consents<F>}/{ConsentId}/funds-confirmation`
>;

/** Operations of one payment type. Each method returns the body of the response. */
export class FamilyClient<V extends Version, F extends Family> {
  readonly family: F;
  protected readonly api: Pick<Api, 'perform'>;

  constructor(api: Pick<Api, 'perform'>, family: F) {
    this.api = api;
    this.family = family;
  }

  /** Creates a consent, which the customer must approve at the bank. */
  createConsent(body: ConsentRequest<V, F>, options?: CreateOptions): Promise<Consent<V, F>> {
    return this.perform(`POST ${this.consents}`, { ...options, ...json(body) });
  }

  /** Reads a consent. */
  readConsent(consentId: string, options?: CallOptions): Promise<Consent<V, F>> {
    return this.perform(`GET ${this.consents}/{ConsentId}`, { ...options, ...at(consentId) });
  }

  /** Asks if the chosen account has the funds. Only some payment types offer it. */
  confirmFunds(
    consentId: string,
    options: CallOptions & TokenOptions,
  ): Promise<FundsConfirmation<V, F>> {
    const operation = `GET ${this.consents}/{ConsentId}/funds-confirmation`;
    return this.perform(operation, { ...options, ...at(consentId) });
  }

  /** Submits a payment under an approved consent. */
  createPayment(
    body: PaymentRequest<V, F>,
    options: CreateOptions & TokenOptions,
  ): Promise<Payment<V, F>> {
    return this.perform(`POST /${this.family}`, { ...options, ...json(body) });
  }

  /** Reads a payment. Its status may be one that this library does not know. */
  readPayment(paymentId: string, options?: CallOptions): Promise<Payment<V, F>> {
    return this.perform(`GET ${this.payment}`, { ...options, ...this.of(paymentId) });
  }

  /** Reads one page of the details of a payment. */
  readDetails(
    paymentId: string,
    { page, ...options }: CallOptions & { readonly page?: number } = {},
  ): Promise<PaymentDetails<V, F>> {
    const query = page !== undefined && { query: { page: String(page) } };
    const operation = `GET ${this.payment}/payment-details`;
    return this.perform(operation, { ...options, ...query, ...this.of(paymentId) });
  }

  /**
   * Reads the details of a payment page by page, and returns their entries one by one. It follows
   * `Links.Next`, else counts to `Meta.TotalPages`. A bank that returns one page needs neither.
   *
   * @throws PaymentClientError if the bank returns a page again
   */
  async *details(
    paymentId: string,
    options: CallOptions = {},
  ): AsyncGenerator<PaymentDetail<V, F>, void, undefined> {
    const operation = `GET ${this.payment}/payment-details`;
    const seen = new Set<string>();
    let query: Record<string, string> | undefined = {};
    for (let page = 1; query !== undefined; page += 1) {
      const call: Omit<Call, 'operation'> = { ...options, query, ...this.of(paymentId) };
      const answer: Page<PaymentDetail<V, F>> = await this.perform(operation, call);
      const items = answer.Data?.PaymentStatus ?? [];
      const first = JSON.stringify(items.slice(0, 1));
      if (seen.has(first)) throw repeatedPage(`${this.family} ${paymentId}`, page);
      seen.add(first);
      yield* items;
      query = nextQuery(answer, page);
    }
  }

  protected get consents(): string {
    return `/${FAMILIES[this.family].consents}`;
  }

  /** The path of a payment, with its parameter. */
  protected get payment(): string {
    return `/${this.family}/{${FAMILIES[this.family].id}}`;
  }

  /** Returns the parameter of the path of a payment. */
  protected of(paymentId: string): Pick<Call, 'params'> {
    return { params: { [FAMILIES[this.family].id]: paymentId } };
  }

  protected async perform<Body>(operation: string, call: Omit<Call, 'operation'>): Promise<Body> {
    const { body } = await this.api.perform({ ...call, operation });
    return body as Body;
  }
}

/** Operations of variable recurring payments (VRP). */
export class VrpClient<V extends Version> extends FamilyClient<V, 'domestic-vrps'> {
  constructor(api: Pick<Api, 'perform'>) {
    super(api, 'domestic-vrps');
  }

  /** Revokes a consent. */
  async deleteConsent(consentId: string, options?: CallOptions): Promise<void> {
    await this.perform(`DELETE ${this.consents}/{ConsentId}`, { ...options, ...at(consentId) });
  }

  /** Asks if the funds for an amount are available under a consent. */
  confirmAmount(
    consentId: string,
    body: RequestBody<V, 'POST /domestic-vrp-consents/{ConsentId}/funds-confirmation'>,
    options: CallOptions & TokenOptions,
  ): Promise<FundsConfirmation<V, 'domestic-vrps'>> {
    const operation = `POST ${this.consents}/{ConsentId}/funds-confirmation`;
    return this.perform(operation, { ...options, ...at(consentId), ...json(body) });
  }
}

/** A page of details. Banks may omit each member. */
interface Page<Item> {
  readonly Data?: { readonly PaymentStatus?: readonly Item[] };
  readonly Links?: { readonly Next?: string };
  readonly Meta?: { readonly TotalPages?: number };
}

/**
 * Returns the query of the next page, or undefined after the last one. Only the query of the link
 * is used, so that the token is sent to no other address.
 */
function nextQuery({ Links, Meta }: Page<unknown>, page: number) {
  const next = Links?.Next ?? '';
  if (next !== '') return Object.fromEntries(new URL(next, 'https://bank.invalid').searchParams);
  return page < (Meta?.TotalPages ?? 1) ? { page: String(page + 1) } : undefined;
}

function repeatedPage(payment: string, page: number): PaymentClientError {
  return new PaymentClientError(
    `The details of ${payment} have the same entries on page ${String(page)} as on an earlier page.`,
    'Use the entries so far with care, and ask the bank how it pages payment-details.',
  );
}

/** Returns the parameter of the path of a consent. */
export function at(consentId: string): Pick<Call, 'params'> {
  return { params: { ConsentId: consentId } };
}

/** Returns a body as JSON bytes. */
function json(body: unknown): Pick<Call, 'body'> {
  return { body: Buffer.from(JSON.stringify(body)) };
}
