import { z } from 'zod';
import {
  DOMESTIC_INSTRUMENTS,
  FILE_INSTRUMENTS,
  localInstrumentsOf,
} from '../domain/schemes/schemes.ts';
import {
  CreditorAccount,
  DateTime,
  DebtorAccount,
  PostalAddress,
  RemittanceInformation,
  SterlingAmount,
  SupplementaryData,
  text,
} from './fields.ts';

const DOMESTIC = localInstrumentsOf(DOMESTIC_INSTRUMENTS);

/** Schema of the LocalInstrument of a single domestic payment (rules, 12.2). */
export const DomesticInstrument = text(50)
  .refine((value) => DOMESTIC.includes(value), {
    error: `Expected ${DOMESTIC.join(' or ')}.`,
    params: { code: 'unsupportedLocalInstrument' },
  })
  .meta({ enum: DOMESTIC });

/** Schema of `Data.Initiation` of a domestic payment (OpenAPI 3.1.9, OBWriteDomestic2). Closed. */
export const DomesticInitiation = z.strictObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: DomesticInstrument.optional(),
  InstructedAmount: SterlingAmount,
  DebtorAccount: DebtorAccount.optional(),
  CreditorAccount,
  CreditorPostalAddress: PostalAddress.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
});

/** Schema of `Data.Initiation` of a scheduled payment (OBWriteDomesticScheduled2). Closed. */
export const ScheduledInitiation = DomesticInitiation.extend({
  EndToEndIdentification: text(35).optional(),
  RequestedExecutionDateTime: DateTime,
});

/**
 * The members in which a payment of a file differs from a domestic Initiation: a required
 * LocalInstrument and an optional execution date.
 */
export const FILE_MEMBERS = {
  // checkFileInstrument checks the value, because a setting decides if BACS is allowed.
  LocalInstrument: text(50).meta({ enum: localInstrumentsOf(FILE_INSTRUMENTS) }),
  RequestedExecutionDateTime: DateTime.optional(),
};

/** Schema of one payment of a payment file (rules, 6.7). */
export const FileInitiation = DomesticInitiation.extend(FILE_MEMBERS);

export type FileInitiation = z.infer<typeof FileInitiation>;
