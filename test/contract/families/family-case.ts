import { account, NORTHWIND } from '../../helpers/payment-file.ts';

/** A JSON object of a request. */
export type Members = Readonly<Record<string, unknown>>;

/** The data of one family for the shared tests. A new family needs one entry. */
export interface FamilyCase {
  /** A valid `Data.Initiation` without a debtor account. */
  readonly initiation: Members;
  /** A valid Initiation that differs in one member, and the path of that member. */
  readonly different: { readonly initiation: string; readonly path: string };
  /** Further members of a consent's `Data`. */
  readonly consentData: Members;
  /** Members of a payment's `Data` besides Initiation and ConsentId. */
  readonly paymentData: Members;
  /** A valid `Risk`, or null if the family has none. */
  readonly risk: Members | null;
  /** The file that is uploaded before the decision, or null. */
  readonly file: Uint8Array | null;
  /** The user who approves, and the account that is debited. */
  readonly customer: { readonly user: string; readonly debtorAccount: string };
  /** The status of the payment after its submission and at its end. */
  readonly statuses: { readonly first: string; readonly last: string };
  /** Due time of the payment, or null for an immediate one. */
  readonly dueAt: string | null;
}

/** The customer of most families. */
export const CLARA = { user: 'clara', debtorAccount: NORTHWIND };

/** The day of future-dated payments: one day after the service's clock. */
export const WEDNESDAY = '2026-12-02T15:00:00+00:00';
/** A time when such payments have been due for hours, within the 24 hours of idempotency keys. */
export const WEDNESDAY_MORNING = '2026-12-02T08:00:00Z';

export const CREDITOR = account('08080021325698', 'Caf\u00e9 \u{1F370} / "Fresco"');

/** A value for members with arbitrary content, which are returned unchanged. */
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
