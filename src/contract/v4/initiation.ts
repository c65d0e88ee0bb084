import { z } from 'zod';
import { valueAt } from '../faults.ts';
import { SterlingAmount, SupplementaryData, text } from '../fields.ts';
import { DomesticInstrument, FILE_MEMBERS } from '../initiation.ts';
import {
  CreditorAccount,
  CreditorAgent,
  DebtorAccount,
  PostalAddress,
  RegulatoryReporting,
  RemittanceInformation,
  UltimateParty,
} from './fields.ts';

/** Schema of `Data.Initiation` of a domestic payment (OpenAPI 4.0.1, OBWriteDomestic2). Closed. */
export const DomesticInitiation = z.strictObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: DomesticInstrument.optional(),
  InstructedAmount: SterlingAmount,
  DebtorAccount: DebtorAccount.optional(),
  CreditorAgent: CreditorAgent.optional(),
  CreditorAccount,
  CreditorPostalAddress: PostalAddress.optional(),
  UltimateCreditor: UltimateParty.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RegulatoryReporting: RegulatoryReporting.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
  SupplementaryData: SupplementaryData.optional(),
});

/** Schema of one payment of a payment file (rules, 6.7). */
export const FileInitiation = DomesticInitiation.extend(FILE_MEMBERS);

const REFERENCE = ['Structured', 0, 'CreditorReferenceInformation', 'Reference'] as const;

/**
 * Returns remittance information in the stored form, with one reference and one text. The other
 * fields of v4.0 have no place in payment messages.
 */
export function storedRemittance(
  remittance: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const Reference = valueAt(remittance, REFERENCE);
  const { Unstructured: lines } = remittance;
  return {
    ...(Array.isArray(lines) && lines.length > 0 ? { Unstructured: lines.join(' ') } : {}),
    ...(Reference === undefined ? {} : { Reference }),
  };
}
