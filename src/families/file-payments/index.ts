import { z } from 'zod';
import { valueAt } from '../../contract/faults.ts';
import {
  DateTime,
  DebtorAccount,
  RemittanceInformation,
  SupplementaryData,
  text,
} from '../../contract/fields.ts';
import { checkFileInstrument } from '../../contract/file-instrument.ts';
import {
  limitProblems,
  type Approval,
  type ApprovalProblem,
} from '../../domain/lifecycle/approval.ts';
import { INITIATION_MOVES } from '../../domain/lifecycle/lifecycle.ts';
import type { ApiVersion } from '../../domain/records/api-version.ts';
import { fileTypesOf } from '../../domain/records/file-types.ts';
import { FILE_INSTRUMENTS, localInstrumentsOf } from '../../domain/schemes/schemes.ts';
import { pathText } from '../../shared/text.ts';
import { defineFamily } from '../common/family.ts';
import {
  debtorAccountOf,
  initiationOf,
  ultimateNamesOf,
  type UltimateParties,
} from '../common/initiations.ts';
import type { SharedShapes } from '../common/orders.ts';
import { MultiAuthorisation, multiAuthorisationMember } from '../common/multi-authorisation.ts';
import {
  answerOf,
  Authorisation,
  checkAuthorisation,
  checkExecutionDate,
  completionProblems,
  ConsentHeader,
  ConsentId,
  CONSENT_STATUSES,
  Debtor,
  debtorMember,
  ScaSupportData,
} from '../common/shared.ts';
import { describeInitiation } from '../common/statuses.ts';
import { reviewFile } from './review.ts';

const INSTRUMENTS = localInstrumentsOf(FILE_INSTRUMENTS);

const FILE_CONSENT_STATUSES = ['AwaitingUpload', ...CONSENT_STATUSES] as const;

/** Returns the schema of a FileType that a version of the standard accepts. */
export function fileTypeSchema(version: ApiVersion) {
  const names: readonly string[] = fileTypesOf(version);
  return text(40).refine((value) => names.includes(value), `Expected ${names.join(' or ')}.`);
}

/**
 * The schema of `Data.Initiation` of a file payment (OBWriteFile2). It does not allow unknown
 * fields.
 */
export const FileConsentInitiation = z.strictObject({
  FileType: fileTypeSchema('v3.1'),
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
  // checkFileInstrument checks the value, because a setting decides if BACS is allowed.
  LocalInstrument: text(50).meta({ enum: INSTRUMENTS }).optional(),
  DebtorAccount: DebtorAccount.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
});

/** The schemas in which the versions of the standard differ. */
type FileShapes<Initiation extends z.ZodType> = Omit<SharedShapes, 'risk'> & {
  readonly initiation: Initiation;
  readonly paymentStatuses: readonly string[];
};

/** Returns the schemas of the requests and responses of file payments. */
export function fileSchemas<Initiation extends z.ZodType>(shapes: FileShapes<Initiation>) {
  const { initiation, answers } = shapes;
  const consentMembers = {
    Initiation: initiation,
    Authorisation: Authorisation.optional(),
    SCASupportData: ScaSupportData.optional(),
  };
  return {
    consent: {
      request: z.strictObject({ Data: z.strictObject(consentMembers) }),
      answer: answerOf(
        z.strictObject({
          ...ConsentHeader,
          Status: shapes.consentStatus,
          ...answers,
          ...consentMembers,
          Debtor: Debtor.optional(),
        }),
      ),
    },
    payment: {
      request: z.strictObject({ Data: z.strictObject({ ConsentId, Initiation: initiation }) }),
      answer: answerOf(
        z.strictObject({
          FilePaymentId: text(40),
          ...ConsentHeader,
          Status: z.enum(shapes.paymentStatuses),
          ...answers,
          Initiation: initiation,
          MultiAuthorisation: shapes.multiAuthorisation.optional(),
          Debtor: Debtor.optional(),
        }),
      ),
    },
  };
}

/** Payment files. With one consent and one upload, a TPP can make thousands of payments. */
export const filePayments = defineFamily({
  name: 'file-payments',
  consents: 'file-payment-consents',
  paymentIdName: 'FilePaymentId',
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
  statusOf: describeInitiation,
  schemas: fileSchemas({
    initiation: FileConsentInitiation,
    consentStatus: z.enum(FILE_CONSENT_STATUSES),
    paymentStatuses: Object.keys(INITIATION_MOVES),
    multiAuthorisation: MultiAuthorisation,
    answers: {},
  }),
  consentRules(body, context, faults) {
    const instrument = ['Data', 'Initiation', 'LocalInstrument'];
    checkFileInstrument(valueAt(body, instrument), pathText(instrument), context, faults);
    checkExecutionDate(body, context, faults);
    checkAuthorisation(body, context, faults);
  },
  published: {
    consent: { request: 'OBWriteFileConsent3', answer: 'OBWriteFileConsentResponse4' },
    payment: { request: 'OBWriteFile2', answer: 'OBWriteFileResponse3' },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  instructionOf: () => ({ kind: 'file' }),
  review(data, context) {
    const initiation: z.infer<typeof FileConsentInitiation> & UltimateParties =
      initiationOf<typeof FileConsentInitiation>(data);
    return reviewFile(initiation.FileReference, ultimateNamesOf(initiation), context);
  },
  refusals: (approval) => [...fileProblems(approval), ...completionProblems(approval)],
  consentMembers: debtorMember,
  paymentMembers: (view) => ({
    ...multiAuthorisationMember(view.payment),
    ...debtorMember(view),
  }),
});

/**
 * Returns the reasons why the customer must not approve the file (rules, 6.1 and 6.19). AG08: the
 * customer may not use files. AM14: the file exceeds a limit.
 */
function fileProblems({ user, filePence }: Approval): ApprovalProblem[] {
  const problems: ApprovalProblem[] = [];
  if (user.segment === 'retail') {
    problems.push({
      reason: 'AG08',
      message: 'Payment files are for business customers; personal customers cannot use them.',
    });
  }
  if (!user.mayUploadFiles) {
    problems.push({ reason: 'AG08', message: 'You are not entitled to create file payments.' });
  }
  return filePence === null ? problems : [...problems, ...limitProblems(user, filePence, 'file')];
}
