import type { MinorUnits } from '../../shared/money.ts';
import type { FileFacts, SinglePayment } from '../records/payment.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';

/** Data about credits that is sent to a scheme. */

/** A postal address with the fields of the request (OpenAPI 3.1.9, OBPostalAddress6). */
export interface Address {
  readonly AddressType?: string | undefined;
  readonly Department?: string | undefined;
  readonly SubDepartment?: string | undefined;
  readonly StreetName?: string | undefined;
  readonly BuildingNumber?: string | undefined;
  readonly PostCode?: string | undefined;
  readonly TownName?: string | undefined;
  readonly CountrySubDivision?: string | undefined;
  readonly Country?: string | undefined;
  readonly AddressLine?: readonly string[] | undefined;
}

/** A bank, identified by BIC, by name and address, or by both. */
export interface Agent {
  readonly bic: string | null;
  readonly name: string | null;
  readonly address: Address | null;
}

/** Identification of a bank in a national clearing system, used besides the BIC (rules, 13.9). */
interface ClearingCode {
  /** NCCCode, for example `USABA`. */
  readonly code: string;
  /** NCCIdentification. */
  readonly identification: string;
}

/** Creditor and bank of a payment, in addition to PaymentParties. */
export interface Creditor {
  readonly name: string;
  readonly address: Address | null;
  /** Country of the account: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** True for a British account. A foreign account may have the same digits. */
  readonly isBritish: boolean;
  /**
   * Secondary identification within the account, for example a roll number. '' if there is none.
   */
  readonly secondary: string;
  /** Null if the account number alone identifies the bank. */
  readonly agent: Agent | null;
  readonly clearingCode: ClearingCode | null;
}

/** Purpose of a payment, as given by the TPP (ISO 20022, Purp). */
export interface Purpose {
  /** Purpose code, for example `BEXP`. '' if there is none. */
  readonly code: string;
  /** ExtendedPurpose: free text. '' if there is none. */
  readonly extended: string;
}

export const NO_PURPOSE: Purpose = { code: '', extended: '' };

/** Amount, currency, charges and purpose of a credit. */
interface CreditTerms {
  /** Instructed amount in minor units of its currency, without charges. */
  readonly instructed: { readonly minor: MinorUnits; readonly currency: string };
  /** CurrencyOfTransfer: the currency that the creditor receives. */
  readonly currencyOfTransfer: string;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
}

/** A payment with all data that its scheme needs. */
export interface SingleCredit extends CreditTerms {
  readonly kind: 'one';
  readonly payment: SinglePayment;
  readonly creditor: Creditor;
}

/** Source of the credits of a batch: a file, or a single payment. */
export type CreditSource = { readonly kind: 'file'; readonly file: FileFacts } | SingleCredit;
