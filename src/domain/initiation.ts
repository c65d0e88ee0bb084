import { z } from 'zod';
import { LOCAL_INSTRUMENTS } from './payment.ts';
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

const DOMESTIC = [LOCAL_INSTRUMENTS.FPS, LOCAL_INSTRUMENTS.CHAPS];

/** The schemes of single domestic payments (rules, 12.2). */
export const DomesticInstrument = text(50).refine((value) => DOMESTIC.includes(value), {
  error: `Expected ${DOMESTIC.join(' or ')}.`,
  params: { code: 'unsupportedLocalInstrument' },
});

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
  LocalInstrument: text(50),
  RequestedExecutionDateTime: DateTime.optional(),
});

export type FileInitiation = z.infer<typeof FileInitiation>;
