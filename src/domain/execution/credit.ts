import type { FileFacts, SinglePayment } from '../records/payment.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';

/** What a scheme is handed of the credits that it is to make. */

/** A postal address by its parts, as the request has it (OpenAPI 3.1.9, OBPostalAddress6). */
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

/** A bank: by its BIC, by name and address, or by all of them. */
export interface Agent {
  readonly bic: string | null;
  readonly name: string | null;
  readonly address: Address | null;
}

/** A bank in the clearing of its country: it routes a payment beside the BIC (rules, 13.9). */
interface ClearingCode {
  /** NCCCode: `USABA`. */
  readonly code: string;
  /** NCCIdentification. */
  readonly identification: string;
}

/** Whom a payment goes to and by which bank, besides what PaymentParties says of the account. */
export interface Creditor {
  readonly name: string;
  readonly address: Address | null;
  /** Where the account is: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Whether the account is a British one: others may have the same digits. */
  readonly isBritish: boolean;
  /** What tells whose the account is within it, such as a roll number; '' for none. */
  readonly secondary: string;
  /** Null where the account's number says it all. */
  readonly agent: Agent | null;
  readonly clearingCode: ClearingCode | null;
}

/** What a payment is for, as the TPP says (ISO 20022, Purp). */
export interface Purpose {
  /** Purpose: `BEXP`; '' for none. */
  readonly code: string;
  /** ExtendedPurpose: in words; '' for none. */
  readonly extended: string;
}

export const NO_PURPOSE: Purpose = { code: '', extended: '' };

/** What a payment is to bring, in which currency, and what for. */
interface CreditTerms {
  /** In minor units of its currency, as the TPP instructed it; charges are not in it. */
  readonly instructed: { readonly minor: number; readonly currency: string };
  /** CurrencyOfTransfer: the one that the creditor is paid in. */
  readonly currencyOfTransfer: string;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
}

/** One payment with all that its scheme needs of it. */
export interface SingleCredit extends CreditTerms {
  readonly kind: 'one';
  readonly payment: SinglePayment;
  readonly creditor: Creditor;
}

/** Where the credits of a batch are found: in a file, or right here. */
export type CreditSource = { readonly kind: 'file'; readonly file: FileFacts } | SingleCredit;
