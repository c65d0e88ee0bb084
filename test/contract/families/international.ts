import { BAKERY } from '../../helpers/payment-file.ts';
import { AHEAD } from './domestic.ts';
import {
  CLARA,
  type FamilyCase,
  WEDNESDAY,
  type Members,
  OPEN_CONTENT,
  RISK,
} from './family-case.ts';

/** An Initiation of US dollars over SWIFT, at an agreed exchange rate. */
const TO_USA: Members = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  ChargeBearer: 'Shared',
  CurrencyOfTransfer: 'USD',
  InstructedAmount: { Amount: '165.88', Currency: 'USD' },
  ExchangeRateInformation: {
    UnitCurrency: 'GBP',
    ExchangeRate: 1.25,
    RateType: 'Agreed',
    ContractIdentification: '/tbill/2026/T102993',
  },
  Creditor: { Name: 'ACME Inc', PostalAddress: { TownName: 'New York', Country: 'US' } },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'BOFAUS3NXXX' },
  CreditorAccount: {
    SchemeName: 'UK.Northbank.OtherAccount',
    Identification: '0123456789',
    Name: 'ACME Inc',
  },
  RemittanceInformation: { Reference: 'FRESCO-101', Unstructured: 'Internal ops code 5120101' },
  SupplementaryData: { DestinationCountry: 'US', ...OPEN_CONTENT },
};

/**
 * An Initiation of euros to a German IBAN. It goes over SEPA, which corporate customers cannot use
 * (rules, 7.19).
 */
const TO_GERMANY: Members = {
  InstructionIdentification: 'ACME412',
  RequestedExecutionDateTime: WEDNESDAY,
  CurrencyOfTransfer: 'EUR',
  InstructedAmount: { Amount: '165.88', Currency: 'EUR' },
  Creditor: { Name: 'ACME GmbH' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.IBAN',
    Identification: 'DE89370400440532013000',
    Name: 'ACME GmbH',
  },
  SupplementaryData: { DestinationCountry: 'DE', ...OPEN_CONTENT },
};

export const internationalPayments: FamilyCase = {
  initiation: TO_USA,
  different: {
    // The ExchangeRate has more digits than a floating-point number can represent.
    initiation: JSON.stringify(TO_USA).replace('1.25', '1.25000000000000000001'),
    path: 'Data.Initiation.ExchangeRateInformation.ExchangeRate',
  },
  consentData: { ReadRefundAccount: 'Yes' },
  paymentData: {},
  risk: RISK,
  file: null,
  customer: CLARA,
  statuses: { first: 'Pending', last: 'AcceptedSettlementCompleted' },
  dueAt: null,
};

export const internationalScheduledPayments: FamilyCase = {
  ...AHEAD,
  initiation: TO_GERMANY,
  different: {
    initiation: JSON.stringify({ ...TO_GERMANY, Creditor: { Name: 'ACME' } }),
    path: 'Data.Initiation.Creditor.Name',
  },
  paymentData: {},
  risk: RISK,
  file: null,
  customer: { user: 'sam', debtorAccount: BAKERY },
};
