import type { Family } from '../../src/families/common/family.ts';
import { FAMILIES } from '../../src/families/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS, formatInstant, type Instant } from '../../src/shared/time.ts';
import { PaymentFiles, type PaymentFile } from './payment-file.ts';
import { consentBody } from './tpp.ts';

/** The fields of a JSON object in a request body. */
type Members = Readonly<Record<string, unknown>>;

/** Request bodies for one payment family. The bench sends them repeatedly. */
export interface Sample {
  readonly family: Family;
  /** The file to upload before the customer's decision. Null if the family has none. */
  readonly file: PaymentFile | null;
  readonly consent: Body;
  /** The payment request without its consent id. */
  readonly payment: Body;
  /** True if the payments are executed on a later day. */
  readonly isAhead: boolean;
}

interface Body {
  readonly Data: Members;
  readonly Risk?: Members;
}

/** Number of days until orders are due. Therefore nothing is executed during a benchmark. */
const DAYS_AHEAD = 60;

/** Days until a VRP consent ends. */
const AGREED_DAYS = 120;

const CREATE = { Permission: 'Create' };
const AMOUNT = { Amount: '1.05', Currency: 'GBP' };
const CREDITOR = {
  SchemeName: 'UK.OBIE.SortCodeAccountNumber',
  Identification: '08080021325698',
  Name: 'ACME Inc',
};
const REMITTANCE = { Reference: 'FRESCO-101', Unstructured: 'Internal ops code 5120101' };
const PAYMENT = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  InstructedAmount: AMOUNT,
  CreditorAccount: CREDITOR,
  RemittanceInformation: REMITTANCE,
};
const TO_USA = {
  ...PAYMENT,
  ChargeBearer: 'Shared',
  CurrencyOfTransfer: 'USD',
  InstructedAmount: { Amount: '1.05', Currency: 'USD' },
  Creditor: { Name: 'ACME Inc', PostalAddress: { TownName: 'New York', Country: 'US' } },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'BOFAUS3NXXX' },
  CreditorAccount: {
    SchemeName: 'UK.Northbank.OtherAccount',
    Identification: '0123456789',
    Name: 'ACME Inc',
  },
  SupplementaryData: { DestinationCountry: 'US' },
};
const RISK = {
  PaymentContextCode: 'EcommerceGoods',
  MerchantCategoryCode: '5967',
  MerchantCustomerIdentification: '053598653254',
  DeliveryAddress: { StreetName: 'Acacia Avenue', TownName: 'Sparsholt', Country: 'GB' },
};
const FILE = new PaymentFiles({ payments: 10 }, 'ascii').next();

/** Limits that no run of the bench can reach. */
const LIMITS = {
  VRPType: ['UK.OBIE.VRPType.Sweeping'],
  PSUAuthenticationMethods: ['UK.OBIE.SCANotRequired'],
  MaximumIndividualAmount: { Amount: '100.00', Currency: 'GBP' },
  PeriodicLimits: ['Month', 'Year'].map((PeriodType) => ({
    PeriodType,
    PeriodAlignment: 'Consent',
    Amount: '1000000.00',
    Currency: 'GBP',
  })),
};

/** The Initiation, and other fields of `Data` in the consent and in the payment. */
type Asked = readonly [initiation: Members, ofConsent?: Members, ofPayment?: Members];

/**
 * Returns the request data of each family, by the family's name. Orders are due on the given day.
 */
function askedAt(now: Instant, day: string): Readonly<Record<string, Asked>> {
  const ahead = { RequestedExecutionDateTime: day };
  const order = {
    Frequency: 'EvryWorkgDay',
    Reference: 'Pocket money',
    NumberOfPayments: '2',
    FirstPaymentDateTime: day,
    FirstPaymentAmount: AMOUNT,
    CreditorAccount: CREDITOR,
  };
  const limits = { ...LIMITS, ValidToDateTime: formatInstant(now + AGREED_DAYS * DAY_MS) };
  return {
    'domestic-payments': [PAYMENT],
    'domestic-scheduled-payments': [{ ...PAYMENT, ...ahead }, CREATE],
    'domestic-standing-orders': [order, CREATE],
    'file-payments': [consentBody(FILE).Data.Initiation],
    'international-payments': [TO_USA],
    'international-scheduled-payments': [{ ...TO_USA, ...ahead }, CREATE],
    'domestic-vrps': [
      { CreditorAccount: CREDITOR, RemittanceInformation: REMITTANCE },
      { ControlParameters: limits },
      { PSUAuthenticationMethod: 'UK.OBIE.SCANotRequired', Instruction: PAYMENT },
    ],
  };
}

/**
 * Returns a sample for each family that the service offers. The samples are valid at the given
 * time.
 */
export function samplesAt(now: Instant, daysAhead: number): readonly Sample[] {
  const day = formatInstant(now + daysAhead * DAY_MS);
  const all = askedAt(now, day);
  return FAMILIES.map((family) => {
    const asked = expectDefined(all[family.name], `what is asked of ${family.name}`);
    const [Initiation, ofConsent = {}, ofPayment = {}] = asked;
    const isFile = family.operations.includes('uploadFile');
    const risk = isFile ? {} : { Risk: RISK };
    return {
      family,
      file: isFile ? FILE : null,
      consent: { Data: { ...ofConsent, Initiation }, ...risk },
      payment: { Data: { ...ofPayment, Initiation }, ...risk },
      isAhead: Object.values(Initiation).includes(day),
    };
  });
}

/** One sample for each family. Its payments are due after the end of any run of the bench. */
export const SAMPLES: readonly Sample[] = samplesAt(Date.now(), DAYS_AHEAD);

/** Returns the body that submits the payment of a consent. */
export function paymentBody({ payment }: Sample, consentId: string): string {
  const { Data, ...risk } = payment;
  return JSON.stringify({ Data: { ConsentId: consentId, ...Data }, ...risk });
}
