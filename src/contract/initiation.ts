import { z } from 'zod';
import { FILE_TYPE } from '../domain/records/payment.ts';
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

/** The schemes of single domestic payments (rules, 12.2). */
export const DomesticInstrument = text(50)
  .refine((value) => DOMESTIC.includes(value), {
    error: `Expected ${DOMESTIC.join(' or ')}.`,
    params: { code: 'unsupportedLocalInstrument' },
  })
  .meta({ enum: DOMESTIC });

/** `Data.Initiation` of a domestic payment (OpenAPI 3.1.9, OBWriteDomestic2); closed. */
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

/** `Data.Initiation` of a domestic scheduled payment (OBWriteDomesticScheduled2); closed. */
export const ScheduledInitiation = DomesticInitiation.extend({
  EndToEndIdentification: text(35).optional(),
  RequestedExecutionDateTime: DateTime,
});

/**
 * A payment of a payment file: a domestic Initiation whose LocalInstrument may not be absent, and
 * which may name its day (rules, 6.7).
 */
export const FileInitiation = DomesticInitiation.extend({
  // A setting decides about BACS, so the instrument is judged apart.
  LocalInstrument: text(50).meta({ enum: localInstrumentsOf(FILE_INSTRUMENTS) }),
  RequestedExecutionDateTime: DateTime.optional(),
});

export type FileInitiation = z.infer<typeof FileInitiation>;

/**
 * A payment file (rules, 6.7), for those who describe it: readers take one payment at a time, and
 * the envelope without making a value of it (pipeline/read).
 */
export const PaymentFile = z
  .strictObject({
    Data: z.strictObject({ DomesticPayments: z.array(FileInitiation).min(1) }),
  })
  .meta({
    title: FILE_TYPE,
    description:
      'A payment file as this service takes it. A file that breaks this schema is refused; of one ' +
      'that obeys it, these are judged besides: member names that occur twice, the check digits ' +
      'of an IBAN, characters that are not seen, days, whether the payments may stand in one ' +
      'file, and what the consent announced of it.',
  });
