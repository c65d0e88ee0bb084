import { z } from 'zod';
import {
  CreditorAgent,
  DebtorAccount,
  RemittanceInformation,
  UltimateParty,
} from '../../contract/v4/fields.ts';
import type { InitiationStatus } from '../../domain/lifecycle/lifecycle.ts';
import {
  FileConsentInitiation,
  filePayments,
  fileSchemas,
  fileTypeSchema,
} from '../../families/file-payments/index.ts';
import { defineOrderVersion, SHARED } from './orders.ts';
import { ConsentStatusCode, FILE_STATUSES } from './statuses.ts';
import { DOMESTIC_FORM } from './stored-form.ts';

/** Schema of `Data.Initiation` of a file payment (OpenAPI 4.0.1, OBWriteFile2). Closed. */
const Initiation = FileConsentInitiation.extend({
  FileType: fileTypeSchema('v4.0'),
  CreditorAgent: CreditorAgent.optional(),
  DebtorAccount: DebtorAccount.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
});

export const filePayments4 = defineOrderVersion({
  family: filePayments,
  form: DOMESTIC_FORM,
  schemas: fileSchemas({
    ...SHARED,
    initiation: Initiation,
    consentStatus: z.enum(['AWUP', ...ConsentStatusCode.options]),
    paymentStatuses: Object.values(FILE_STATUSES),
  }),
  isCredited: () => false,
  statusOf({ payment }) {
    const { status, since } = filePayments.statusOf(payment);
    return { status: FILE_STATUSES[status as InitiationStatus], since };
  },
});
