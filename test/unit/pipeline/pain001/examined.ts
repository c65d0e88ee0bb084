import { expect } from 'vitest';
import { PAIN_001 } from '../../../../src/domain/records/file-types.ts';
import type { FileRules, ReceivedFile } from '../../../../src/domain/records/payment.ts';
import { examineFile } from '../../../../src/pipeline/examine-file.ts';
import { painReader } from '../../../../src/pipeline/read/pain/pain-reader.ts';
import { memorySource } from '../../../../src/store/files/source.ts';
import { LIMITS } from '../../../helpers/limits.ts';
import { account, NORTHWIND, PAYROLL, payment } from '../../../helpers/payment-file.ts';
import { painOf } from '../../../helpers/pain001.ts';

export const TODAY = '2026-11-20';
const RULES: FileRules = {
  today: TODAY,
  maxDaysAhead: 365,
  bacsAccepted: true,
  maxFaults: 100,
  ...LIMITS,
};

export function examine(bytes: Uint8Array, rules: Partial<FileRules> = {}): ReceivedFile {
  const metadata = { fileType: PAIN_001, requestedDate: null, debtorAccount: null };
  const source = memorySource(bytes);
  return examineFile(source, 'sha', metadata, { ...RULES, ...rules }, () => painReader);
}

/** Two PmtInf with two payments and one. */
export const FILE = painOf(
  [0, 1, 2].map((index) =>
    payment(index, { DebtorAccount: account(index < 2 ? NORTHWIND : PAYROLL, 'Northwind') }),
  ),
  TODAY,
).toString();

/** Returns the file with a text replaced, in its last occurrence if `isLast`. */
export function changed(from: string, to: string, isLast = false): Buffer {
  const at = isLast ? FILE.lastIndexOf(from) : FILE.indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  return Buffer.from(FILE.slice(0, at) + to + FILE.slice(at + from.length));
}

/** Returns each fault as its code without the namespace, its path, and its message. */
export function faultsOf(bytes: Uint8Array, rules: Partial<FileRules> = {}): string[] {
  const received = examine(bytes, rules);
  if (received.accepted) return [];
  expect(received.total).toBe(received.faults.length);
  return received.faults.map(
    ({ code, path = '', message: text }) => `${code.slice(8)} ${path.slice(17)}: ${text}`,
  );
}

/** Returns the bank of a creditor with a sort code. */
export function agent(sortCode: string): string {
  const id = `<ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${sortCode}</MmbId>`;
  return `<CdtrAgt><FinInstnId><ClrSysMmbId>${id}</ClrSysMmbId></FinInstnId></CdtrAgt>`;
}
