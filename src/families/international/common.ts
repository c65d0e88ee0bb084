import { z } from 'zod';
import { RequestInitiation } from '../../contract/request-initiation.ts';
import {
  CreditorScheme,
  instrumentOf,
  InternationalInitiation,
  type InternationalScheduledInitiation,
} from '../../contract/international/initiation.ts';
import { checkInternational } from '../../contract/international/rules.ts';
import type { Creditor } from '../../domain/execution/credit.ts';
import type { ExchangeTerms, Order, Quote } from '../../domain/execution/order.ts';
import type { Approval, ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import { storedUkAccount, type AccountNumber } from '../../domain/parties/accounts.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { FaultList } from '../../shared/errors.ts';
import { memberText } from '../../shared/json/json.ts';
import { formatAmount, parseAmount } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import type { Family, RuleContext } from '../common/family.ts';
import {
  agentOf,
  initiationOf,
  partiesOf,
  ultimateNamesOf,
  type UltimateParties,
} from '../common/initiations.ts';
import {
  datedConsentMembers,
  datedPaymentMembers,
  ORDER_OPERATIONS,
  paidOnce,
} from '../common/orders.ts';
import { checkAuthorisation, completionProblems } from '../common/shared.ts';
import type { Members } from '../common/view.ts';

/* Code that immediate and scheduled international payments share. */

type Initiation = InternationalInitiation | z.infer<typeof InternationalScheduledInitiation>;

/** The charge type of all international schemes (OBExternalPaymentChargeType1Code). */
const CHARGE_TYPE = 'UK.OBIE.MoneyTransferOut';

/**
 * The schemas of the fields about costs, which responses contain after a payment was executed
 * (rules, 7.15).
 */
export const CostAnswer = {
  Charges: z
    .array(
      z.strictObject({
        ChargeBearer: InternationalInitiation.shape.ChargeBearer.unwrap(),
        Type: z.literal(CHARGE_TYPE),
        Amount: z.strictObject({ Amount: z.string(), Currency: z.literal('GBP') }),
      }),
    )
    .optional(),
  ExchangeRateInformation: z
    .strictObject({
      UnitCurrency: z.string(),
      ExchangeRate: z.number(),
      RateType: z.enum(['Actual', 'Agreed']),
      ContractIdentification: z.string().optional(),
    })
    .optional(),
};

/** The properties that both international families share. */
export const INTERNATIONAL = {
  operations: [...ORDER_OPERATIONS, 'confirmFunds'],
  showsCost: true,
  refusals: (approval) => [...schemeProblems(approval), ...completionProblems(approval)],
  consentMembers: (view) => ({
    ...datedConsentMembers(view),
    ...costMembers(view.consent.data, view.quote),
  }),
  paymentMembers: (view) => ({
    ...datedPaymentMembers(view),
    ...costMembers(view.payment.data, view.quote),
  }),
} as const satisfies Partial<Family>;

/**
 * Adds the faults of an international consent that the schema does not find (rules, 7.1 to 7.18).
 */
export function checkConsent(body: unknown, context: RuleContext, faults: FaultList): void {
  checkInternational(body, faults);
  checkBankName(body, context, faults);
  checkRateType(body, context, faults);
  checkAuthorisation(body, context, faults);
}

/**
 * Rejects `UK.<bank>.OtherAccount` with the name of another bank, if this bank's name is configured
 * (rules, 7.4).
 */
function checkBankName(body: unknown, { bankName }: RuleContext, faults: FaultList): void {
  const initiation = RequestInitiation.of(body, faults);
  if (initiation === undefined || bankName === null) return;
  const path = ['CreditorAccount', 'SchemeName'];
  const scheme = initiation.validAt(CreditorScheme, ...path) ?? '';
  const expected = `UK.${bankName}.OtherAccount`;
  if (!scheme.endsWith('.OtherAccount') || scheme === expected) return;
  initiation.addFault('unsupportedScheme', `Expected ${expected} or OtherAccount.`, ...path);
}

/** Rejects an agreed rate if the bank has no exchange contracts (rules, 7.14). */
function checkRateType(body: unknown, { hasContracts }: RuleContext, faults: FaultList): void {
  const initiation = RequestInitiation.of(body, faults);
  const path = ['ExchangeRateInformation', 'RateType'];
  if (hasContracts || initiation?.valueAt(...path) !== 'Agreed') return;
  const message = 'Expected Actual or Indicative: this bank has no exchange rate contracts.';
  initiation.addFault('fieldInvalid', message, ...path);
}

/**
 * Returns the order of an international consent or payment.
 *
 * @param date execution date, or null: at once
 */
export function internationalOrder(data: string, date: LocalDate | null): Order {
  const initiation = initiationOf<typeof InternationalInitiation>(data);
  const { Amount, Currency } = initiation.InstructedAmount;
  const parsed = parseAmount(Amount, fractionDigitsOf(Currency));
  const amount = expectDefined(parsed, `${Amount} ${Currency} in minor units`);
  const british = britishCreditor(initiation);
  return {
    instrument: instrumentOf(initiation),
    parties: partiesOf(initiation, british ?? initiation.CreditorAccount.Identification),
    ...ultimateNamesOf(initiation as UltimateParties),
    creditor: creditorOf(initiation, british !== undefined),
    currency: Currency,
    currencyOfTransfer: initiation.CurrencyOfTransfer,
    chargeBearer: initiation.ChargeBearer,
    purpose: { code: initiation.Purpose ?? '', extended: initiation.ExtendedPurpose ?? '' },
    exchange: exchangeOf(data, initiation),
    lastDay: null,
    largestAmount: amount,
    amounts: [amount],
    nextPayment: paidOnce(date, amount),
  };
}

/** Returns the creditor of a payment and the creditor's bank (rules, 13.9). */
function creditorOf(initiation: Initiation, isBritish: boolean): Creditor {
  const { Creditor: party, CreditorAccount, CreditorAgent, SupplementaryData } = initiation;
  const { DestinationCountry, NCCCode, NCCIdentification } = SupplementaryData;
  const isCleared = NCCCode !== undefined && NCCIdentification !== undefined;
  return {
    name: party?.Name ?? CreditorAccount.Name,
    address: party?.PostalAddress ?? null,
    country: DestinationCountry,
    isBritish,
    secondary: CreditorAccount.SecondaryIdentification ?? '',
    agent: agentOf(CreditorAgent),
    clearingCode: isCleared ? { code: NCCCode, identification: NCCIdentification } : null,
  };
}

/**
 * Returns the account number in a UK IBAN, so that the same account always has the same
 * identification.
 */
function britishCreditor({ CreditorAccount }: Initiation): AccountNumber | undefined {
  return storedUkAccount(CreditorAccount.SchemeName, CreditorAccount.Identification);
}

/**
 * Returns the terms of the currency exchange, or null for a payment in GBP only. The debtor's
 * account is in sterling, so the bank buys foreign currency. It buys the currency of the
 * InstructedAmount, or the CurrencyOfTransfer if the InstructedAmount is in GBP.
 */
function exchangeOf(data: string, initiation: Initiation): ExchangeTerms | null {
  const { InstructedAmount, CurrencyOfTransfer, ExchangeRateInformation } = initiation;
  const instructed = InstructedAmount.Currency;
  const currency = instructed === 'GBP' ? CurrencyOfTransfer : instructed;
  if (currency === 'GBP') return null;
  if (ExchangeRateInformation?.RateType !== 'Agreed') {
    return { currency, claimed: null, agreed: null };
  }
  const { UnitCurrency: unitCurrency, ContractIdentification } = ExchangeRateInformation;
  const id = expectDefined(ContractIdentification, 'the contract of the agreed rate');
  const written = memberText(data, ['Initiation', 'ExchangeRateInformation', 'ExchangeRate']);
  const rate = expectDefined(written, 'the agreed rate');
  return { currency, claimed: { id, rate: { rate, unitCurrency } }, agreed: null };
}

/** Returns AG08 if a corporate customer would pay through SEPA (rules, 7.19). */
function schemeProblems({ user, data }: Approval): readonly ApprovalProblem[] {
  const instrument = instrumentOf(initiationOf<typeof InternationalInitiation>(data));
  if (user.segment !== 'corporate' || instrument !== 'SEPA') return [];
  const message =
    'SEPA payments are not available to corporate customers. ' +
    'The provider can ask for another way: ' +
    `LocalInstrument ${SCHEMES.SWIFT.localInstrument} or ${SCHEMES.SameDayEUR.localInstrument}.`;
  return [{ reason: 'AG08', message }];
}

/**
 * Returns the fields with the charge and the exchange rate. Returns no fields before the payment is
 * executed (rules, 7.15).
 */
function costMembers(data: string, quote: Quote | null): Members {
  if (quote === null) return {};
  const initiation = initiationOf<typeof InternationalInitiation>(data);
  return { ...chargeMembers(initiation, quote), ...exchangeMembers(initiation, quote) };
}

function chargeMembers({ ChargeBearer = 'Shared' }: Initiation, { chargePence }: Quote): Members {
  if (chargePence === 0) return {};
  const Amount = { Amount: formatAmount(chargePence), Currency: 'GBP' };
  return { Charges: [{ ChargeBearer, Type: CHARGE_TYPE, Amount }] };
}

function exchangeMembers(initiation: Initiation, { exchangeRate }: Quote): Members {
  const { ExchangeRateInformation } = initiation;
  if (exchangeRate === null) return {};
  if (ExchangeRateInformation?.RateType === 'Agreed') return { ExchangeRateInformation };
  return {
    ExchangeRateInformation: {
      UnitCurrency: 'GBP',
      ExchangeRate: Number(exchangeRate),
      RateType: 'Actual',
    },
  };
}
