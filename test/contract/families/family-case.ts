import { account, NORTHWIND } from '../../helpers/payment-file.ts';

/** A JSON object of a request. */
export type Members = Readonly<Record<string, unknown>>;

/** What the suites need to know of a family: a new family joins them with one entry. */
export interface FamilyCase {
  /** A faultless `Data.Initiation` that names no account to debit. */
  readonly initiation: Members;
  /** An Initiation as faultless that differs in one member, and that member's path. */
  readonly different: { readonly initiation: string; readonly path: string };
  /** The members of a consent's `Data` besides. */
  readonly consentData: Members;
  /** The members of a payment's `Data` besides Initiation and ConsentId. */
  readonly paymentData: Members;
  /** A faultless `Risk`; null where the family has none. */
  readonly risk: Members | null;
  /** What is uploaded before the customer decides; null where nothing is. */
  readonly file: Uint8Array | null;
  /** Who approves, and the account that is debited. */
  readonly customer: { readonly user: string; readonly debtorAccount: string };
  /** The payment's status when it is submitted, and when all is done. */
  readonly statuses: { readonly first: string; readonly last: string };
  /** When the payment is due, if it is not at once. */
  readonly dueAt: string | null;
}

/** Most families' customer. */
export const CLARA = { user: 'clara', debtorAccount: NORTHWIND };

/** The day of payments that lie ahead: the one after that of the service's clock. */
export const WEDNESDAY = '2026-12-02T15:00:00+00:00';
/** When such payments have been due for hours, and no idempotency key is a day old. */
export const WEDNESDAY_MORNING = '2026-12-02T08:00:00Z';

export const CREDITOR = account('08080021325698', 'Caf\u00e9 \u{1F370} / "Fresco"');

/** Anything goes here, and all of it comes back. */
export const OPEN_CONTENT = { zebra: 100, apple: [1.5, null, '\u{1F370}', {}], '': { deep: true } };

export const RISK: Members = {
  PaymentContextCode: 'EcommerceGoods',
  MerchantCategoryCode: '5967',
  MerchantCustomerIdentification: '053598653254',
  DeliveryAddress: {
    AddressLine: ['Flat 7', 'Acacia Lodge'],
    TownName: 'Sparsholt',
    Country: 'GB',
  },
};
