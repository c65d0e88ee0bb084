import { z } from 'zod';
import { readUkAccount } from '../domain/accounts.ts';
import {
  DateTime,
  DebtorAccount,
  RemittanceInformation,
  SupplementaryData,
  text,
} from '../domain/fields.ts';
import { CONSENT_MOVES, INITIATION_MOVES, initiationStatusOf } from '../domain/lifecycle.ts';
import { FILE_TYPE, LOCAL_INSTRUMENTS } from '../domain/payment.ts';
import { defineFamily } from './family.ts';
import {
  answerOf,
  Authorisation,
  checkExecutionDate,
  ConsentHeader,
  ConsentId,
  Debtor,
  ScaSupportData,
} from './shared.ts';

const INSTRUMENTS_TAKEN = Object.values(LOCAL_INSTRUMENTS);

const Initiation = z.strictObject({
  FileType: text(40).refine((value) => value === FILE_TYPE, `Expected ${FILE_TYPE}.`),
  FileHash: z
    .string('Expected the base64 SHA-256 of the file.')
    .regex(/^[A-Za-z0-9+/]{43}=?$/, 'Expected a SHA-256 in base64: 43 characters, or 44 with "=".'),
  FileReference: text(40).optional(),
  NumberOfTransactions: z
    .string('Expected the number of payments as text, such as "4000".')
    .regex(/^\d{1,15}$/, 'Expected 1 to 15 digits.')
    .optional(),
  ControlSum: z
    .number('Expected the sum of all amounts as a number.')
    .positive('Expected a sum of more than zero.')
    .optional(),
  RequestedExecutionDateTime: DateTime.optional(),
  LocalInstrument: text(50)
    .refine((value) => INSTRUMENTS_TAKEN.includes(value), {
      error: `Expected one of ${INSTRUMENTS_TAKEN.join(', ')}.`,
      params: { code: 'unsupportedLocalInstrument' },
    })
    .optional(),
  DebtorAccount: DebtorAccount.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
});

const Consent = z.strictObject({
  Data: z.strictObject({
    Initiation,
    Authorisation: Authorisation.optional(),
    SCASupportData: ScaSupportData.optional(),
  }),
});

const Payment = z.strictObject({
  Data: z.strictObject({ ConsentId, Initiation }),
});

/** Payment files: one consent, one upload, one submission, thousands of payments. */
export const filePayments = defineFamily({
  name: 'file-payments',
  consents: 'file-payment-consents',
  payments: 'file-payments',
  paymentIdName: 'FilePaymentId',
  consentIdPrefix: 'fpc',
  paymentIdPrefix: 'fp',
  operations: [
    'createConsent',
    'readConsent',
    'uploadFile',
    'readFile',
    'createPayment',
    'readPayment',
    'readReport',
    'readPaymentDetails',
  ],
  firstStatus: 'AwaitingUpload',
  consumesConsent: true,
  statusOf: initiationStatusOf,
  schemas: {
    consent: {
      request: Consent,
      answer: answerOf(
        z.strictObject({
          ...ConsentHeader,
          Status: z.enum(Object.keys(CONSENT_MOVES)),
          Initiation,
          Authorisation: Authorisation.optional(),
          SCASupportData: ScaSupportData.optional(),
          Debtor: Debtor.optional(),
        }),
      ),
    },
    payment: {
      request: Payment,
      answer: answerOf(
        z.strictObject({
          FilePaymentId: text(40),
          ...ConsentHeader,
          Status: z.enum(Object.keys(INITIATION_MOVES)),
          Initiation,
          Debtor: Debtor.optional(),
        }),
      ),
    },
  },
  consentRules(body, context, faults) {
    checkExecutionDate(body, context, faults);
  },
  debtorAccountOf(consent) {
    const account = consent.Data.Initiation.DebtorAccount;
    if (account === undefined) return null;
    const read = readUkAccount(account.SchemeName, account.Identification);
    return 'account' in read ? read.account : null;
  },
});
