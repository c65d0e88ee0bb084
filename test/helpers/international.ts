import type { z } from 'zod';
import { addZodFaults } from '../../src/contract/faults.ts';
import { InternationalInitiation } from '../../src/contract/international/initiation.ts';
import { checkInternational } from '../../src/contract/international/rules.ts';
import { FaultList } from '../../src/shared/errors.ts';

export type Members = Record<string, unknown>;

export const IBAN_OF_GERMANY = 'DE89370400440532013000';
const ADDRESS = { Country: 'US', TownName: 'New York' };

/**
 * An Initiation of euros to a German IBAN. Payments inside SEPA need no creditor bank and no
 * address.
 */
export const TO_GERMANY: Members = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  CurrencyOfTransfer: 'EUR',
  InstructedAmount: { Amount: '165.88', Currency: 'EUR' },
  Creditor: { Name: 'ACME GmbH' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.IBAN',
    Identification: IBAN_OF_GERMANY,
    Name: 'ACME GmbH',
  },
  SupplementaryData: { DestinationCountry: 'DE' },
};

/** An Initiation of US dollars to an American account. It needs the creditor's bank and address. */
export const TO_USA: Members = {
  ...TO_GERMANY,
  CurrencyOfTransfer: 'USD',
  InstructedAmount: { Amount: '165.88', Currency: 'USD' },
  Creditor: { Name: 'ACME Inc', PostalAddress: ADDRESS },
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'BOFAUS3NXXX' },
  CreditorAccount: { SchemeName: 'OtherAccount', Identification: '0123456789', Name: 'ACME Inc' },
  SupplementaryData: { DestinationCountry: 'US' },
};

/**
 * An Initiation of dirhams to an IBAN outside SEPA. It needs the creditor's bank and address too.
 */
export const TO_EMIRATES: Members = {
  ...TO_USA,
  CreditorAgent: { SchemeName: 'UK.OBIE.BICFI', Identification: 'NBADAEAA' },
  CreditorAccount: {
    SchemeName: 'IBAN',
    Identification: 'AE070331234567890123456',
    Name: 'ACME LLC',
  },
  SupplementaryData: { DestinationCountry: 'AE' },
};

/**
 * An Initiation of pounds to a British IBAN. It is a domestic payment, so it needs no creditor bank
 * and no address.
 */
export const TO_BRITAIN: Members = {
  ...TO_GERMANY,
  CurrencyOfTransfer: 'GBP',
  InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.IBAN',
    Identification: 'GB33BUKB20201555555555',
    Name: 'ACME Ltd',
  },
  Creditor: { Name: 'ACME Ltd' },
  SupplementaryData: { DestinationCountry: 'GB' },
};

/** Validates an Initiation against the schema and the rules. Returns its faults as `code path`. */
export function faultsIn(
  initiation: unknown,
  schema: z.ZodType = InternationalInitiation,
): readonly string[] {
  const body = { Data: { Initiation: initiation } };
  const faults = new FaultList();
  const read = schema.safeParse(initiation);
  if (!read.success) addZodFaults(faults, read.error, initiation, 'Data.Initiation');
  checkInternational(body, faults);
  return faults.faults.map(
    ({ code, path = '' }) =>
      `${code.replace('UK.OBIE.', '')} ${path.replace('Data.Initiation.', '')}`,
  );
}

/** Returns a copy of an object without one of its fields. */
export function without(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([member]) => member !== name));
}

/** Returns the faults of the payment to Germany after some of its fields were added or replaced. */
export function german(members: Members): readonly string[] {
  return faultsIn({ ...TO_GERMANY, ...members });
}

/** Returns the faults of the payment to the USA after some of its fields were added or replaced. */
export function american(members: Members): readonly string[] {
  return faultsIn({ ...TO_USA, ...members });
}
