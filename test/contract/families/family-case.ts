import { account, NORTHWIND } from '../../helpers/payment-file.ts';

/** A JSON object of a request. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * The data with which the shared tests test one payment family. A new family needs one such entry.
 */
export interface FamilyCase {
  /** A valid `Data.Initiation` without a debtor account. */
  readonly initiation: Members;
  /** A valid Initiation that differs in one field, and the path of that field. */
  readonly different: { readonly initiation: string; readonly path: string };
  /** Fields to send in a consent's `Data` in addition to the Initiation. */
  readonly consentData: Members;
  /** Fields to send in a payment's `Data` in addition to Initiation and ConsentId. */
  readonly paymentData: Members;
  /** A valid `Risk`. Null if the family has none. */
  readonly risk: Members | null;
  /** The file to upload before the customer decides. Null if the family has no files. */
  readonly file: Uint8Array | null;
  /** The user who approves the consent, and the account that the payment debits. */
  readonly customer: { readonly user: string; readonly debtorAccount: string };
  /** The payment's status after its submission, and its final status. */
  readonly statuses: { readonly first: string; readonly last: string };
  /** The time at which the payment is due. Null if it is executed at once. */
  readonly dueAt: string | null;
}

/** The user who approves in the test cases of most families, and her account. */
export const CLARA = { user: 'clara', debtorAccount: NORTHWIND };

/** The execution date of scheduled payments, one day after the date of the service's clock. */
export const WEDNESDAY = '2026-12-02T15:00:00+00:00';
/**
 * A time at which those payments have been due for hours. It is within the 24 hours for which
 * idempotency keys are valid.
 */
export const WEDNESDAY_MORNING = '2026-12-02T08:00:00Z';

export const CREDITOR = account('08080021325698', 'Caf\u00e9 \u{1F370} / "Fresco"');

/** A value for fields that may contain any JSON. The service must return it unchanged. */
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
