import { createHash } from 'node:crypto';

/** A payment in a file, as a TPP writes it. A test may override any field. */
export type Payment = Record<string, unknown>;

export const NORTHWIND = '11280001234567';
export const PAYROLL = '11280001234568';
export const NEARLY_EMPTY = '11280001234569';
export const CLOSED = '11280001234570';
export const DEPOSIT = '11280001234571';
export const BAKERY = '11280007654321';
/** Harbour's account for which every payment needs two approvals. */
export const TWO_APPROVALS = '11280005550001';
/**
 * Harbour's account for which the amount decides if a payment needs one, two or three approvals.
 */
export const THREE_APPROVALS = '11280005550002';

export function account(identification: string, name?: string): Record<string, string> {
  return {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: identification,
    ...(name === undefined ? {} : { Name: name }),
  };
}

/** Returns a valid payment in a file: 10.50 over FPS, from Northwind's main account. */
export function payment(index: number, overrides: Payment = {}): Payment {
  return {
    InstructionIdentification: `ACME${String(index)}`,
    EndToEndIdentification: `FRESCO.${String(21302 + index)}`,
    LocalInstrument: 'UK.OBIE.FPS',
    InstructedAmount: { Amount: '10.50', Currency: 'GBP' },
    DebtorAccount: account(NORTHWIND, 'Northwind Components plc'),
    CreditorAccount: account(String(20_000_000_000_000 + index), 'Fresco Ltd'),
    RemittanceInformation: {
      Reference: `FRESCO-${String(index)}`,
      Unstructured: `Internal ops code ${String(5_120_101 + index)}`,
    },
    ...overrides,
  };
}

export function fileOf(payments: readonly Payment[]): Buffer {
  return Buffer.from(JSON.stringify({ Data: { DomesticPayments: payments } }));
}

/** Returns a file with `count` payments. The overrides apply to each of them. */
export function bulkFile(count: number, overrides: Payment = {}): Buffer {
  return fileOf(Array.from({ length: count }, (_, index) => payment(index, overrides)));
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}
