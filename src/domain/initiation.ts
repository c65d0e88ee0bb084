import { z } from 'zod';
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

/** `Data.Initiation` of a domestic payment (OpenAPI 3.1.9, OBWriteDomestic2); closed. */
const DomesticInitiation = z.strictObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: text(50).optional(),
  InstructedAmount: SterlingAmount,
  DebtorAccount: DebtorAccount.optional(),
  CreditorAccount,
  CreditorPostalAddress: PostalAddress.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
});

/**
 * A payment of a payment file: a domestic Initiation whose LocalInstrument may not be absent, and
 * which may name its day (rules, 6).
 */
export const FileInitiation = DomesticInitiation.extend({
  LocalInstrument: text(50),
  RequestedExecutionDateTime: DateTime.optional(),
});

export type FileInitiation = z.infer<typeof FileInitiation>;
