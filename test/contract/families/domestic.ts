import {
  CLARA,
  CREDITOR,
  type FamilyCase,
  WEDNESDAY,
  WEDNESDAY_MORNING,
  type Members,
  OPEN_CONTENT,
  RISK,
} from './family-case.ts';

const AMOUNT = { Amount: '165.88', Currency: 'GBP' };

/** The same amount in another notation. It makes the Initiation a different one. */
const OTHER_AMOUNT = { Amount: '0165.88', Currency: 'GBP' };

const PAYMENT: Members = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  InstructedAmount: AMOUNT,
  CreditorAccount: CREDITOR,
  RemittanceInformation: { Reference: 'FRESCO-101', Unstructured: 'Internal ops code 5120101' },
  SupplementaryData: OPEN_CONTENT,
};

const SCHEDULED: Members = { ...PAYMENT, RequestedExecutionDateTime: WEDNESDAY };

const STANDING_ORDER: Members = {
  Frequency: 'IntrvlMnthDay:01:05',
  Reference: 'Pocket money',
  NumberOfPayments: '1',
  FirstPaymentDateTime: WEDNESDAY,
  FirstPaymentAmount: AMOUNT,
  CreditorAccount: CREDITOR,
  SupplementaryData: OPEN_CONTENT,
};

const ORDINARY = {
  paymentData: {},
  risk: RISK,
  file: null,
  customer: CLARA,
} as const satisfies Partial<FamilyCase>;

/** The fields that the test cases of all scheduled payments share. */
export const AHEAD = {
  consentData: { Permission: 'Create' },
  statuses: { first: 'InitiationPending', last: 'InitiationCompleted' },
  dueAt: WEDNESDAY_MORNING,
} as const satisfies Partial<FamilyCase>;

function amountChanged(initiation: Members, name: string): FamilyCase['different'] {
  return {
    initiation: JSON.stringify({ ...initiation, [name]: OTHER_AMOUNT }),
    path: `Data.Initiation.${name}.Amount`,
  };
}

export const domesticPayments: FamilyCase = {
  ...ORDINARY,
  initiation: PAYMENT,
  different: amountChanged(PAYMENT, 'InstructedAmount'),
  consentData: { ReadRefundAccount: 'Yes' },
  statuses: { first: 'Pending', last: 'AcceptedCreditSettlementCompleted' },
  dueAt: null,
};

export const domesticScheduledPayments: FamilyCase = {
  ...ORDINARY,
  ...AHEAD,
  initiation: SCHEDULED,
  different: amountChanged(SCHEDULED, 'InstructedAmount'),
};

export const domesticStandingOrders: FamilyCase = {
  ...ORDINARY,
  ...AHEAD,
  initiation: STANDING_ORDER,
  different: amountChanged(STANDING_ORDER, 'FirstPaymentAmount'),
};
