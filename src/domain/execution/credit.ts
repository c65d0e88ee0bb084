import type { MinorUnits } from '../../shared/money.ts';
import type { Rate } from '../pricing/exchange.ts';
import type { FileFacts, FilePayment, SinglePayment } from '../records/payment.ts';
import type { ChargeBearer } from '../schemes/tariff.ts';

/** The data about credits that is sent to a payment scheme. */

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

/**
 * The code of a bank in a national clearing system. It may be given in addition to the BIC (rules,
 * 13.9).
 */
interface ClearingCode {
  /** The clearing system (NCCCode), for example `USABA`. */
  readonly code: string;
  /** The bank's code in that clearing system (NCCIdentification). */
  readonly identification: string;
}

/**
 * The creditor of a payment and the creditor's bank. PaymentParties contains the other properties.
 */
export interface Creditor {
  readonly name: string;
  readonly address: Address | null;
  /** Country of the account: ISO 3166-1 alpha-2. */
  readonly country: string;
  /**
   * True if the account is British. A foreign account may have the same digits as a British one.
   */
  readonly isBritish: boolean;
  /**
   * The creditor's identification within the account, for example a roll number. Empty if there is
   * none.
   */
  readonly secondary: string;
  /** The creditor's bank. Null if the account number alone identifies it. */
  readonly agent: Agent | null;
  readonly clearingCode: ClearingCode | null;
}

/** The properties that all creditors in files share. Their accounts are British. */
export const UK_CREDITOR = {
  address: null,
  country: 'GB',
  isBritish: true,
  secondary: '',
  agent: null,
  clearingCode: null,
} as const satisfies Omit<Creditor, 'name'>;

/** The purpose of a payment, as the TPP gave it (ISO 20022, Purp). */
export interface Purpose {
  /** Purpose code, for example `BEXP`. Empty if there is none. */
  readonly code: string;
  /** The purpose as free text (ExtendedPurpose). Empty if there is none. */
  readonly extended: string;
}

/** The names of the parties on whose behalf a payment is made and received (v4.0). */
export interface UltimateParties {
  readonly ultimateDebtor?: string | undefined;
  readonly ultimateCreditor?: string | undefined;
}

export const NO_PURPOSE: Purpose = { code: '', extended: '' };

/** Amount, currency, charges and purpose of a credit. */
interface CreditTerms {
  /** Instructed amount in minor units of its currency, without charges. */
  readonly instructed: { readonly minor: MinorUnits; readonly currency: string };
  /** CurrencyOfTransfer: the currency that the creditor receives. */
  readonly currencyOfTransfer: string;
  /**
   * The rate at which the payment was booked, in units of the foreign currency for one pound. Null
   * for a payment in sterling only, and before the booking.
   */
  readonly exchangeRate: Rate | null;
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
}

/** A single payment with all the data that its scheme needs. */
export interface SingleCredit extends CreditTerms, UltimateParties {
  readonly kind: 'one';
  readonly payment: SinglePayment;
  readonly creditor: Creditor;
}

/** The payments of an execution group of a file. */
export interface CreditsOfGroup {
  readonly kind: 'file';
  readonly file: FileFacts;
  /** Indexes of payments of the file that are not in the batch of the group, ascending. */
  readonly leftOut: readonly number[];
}

/** The payments of a batch come from a file, or are one single payment. */
export type CreditSource = CreditsOfGroup | SingleCredit;

/** Returns the credit of a payment in a file that is sent on its own. */
export function creditOfFile(payment: FilePayment): SingleCredit {
  return {
    kind: 'one',
    payment,
    creditor: { ...UK_CREDITOR, name: payment.creditorName },
    instructed: { minor: payment.amountPence, currency: 'GBP' },
    currencyOfTransfer: 'GBP',
    exchangeRate: null,
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
  };
}
