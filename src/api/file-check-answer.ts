import { z } from 'zod';
import type { FileCheck, PayeeTexts } from '../domain/records/file-check.ts';
import { SCHEMES } from '../domain/schemes/schemes.ts';
import type { Fault } from '../shared/errors.ts';
import { formatAmount, type Pence } from '../shared/money.ts';
import { formatInstant } from '../shared/time.ts';
import { paymentIndex } from '../domain/records/file-types.ts';
import { fileHashOf } from '../pipeline/types.ts';

const count = z.int().nonnegative();
const day = z.string().meta({ format: 'date' });
const Amount = z.strictObject({ Amount: z.string(), Currency: z.literal('GBP') });

const FileFault = z.strictObject({
  /** Index of the payment in the file, counted from 0. Absent for a fault of the whole file. */
  Index: count.optional(),
  ErrorCode: z.string(),
  Message: z.string(),
  Path: z.string().optional(),
});

/**
 * The schema of the response to a file check. The fields from `NumberOfTransactions` to
 * `PayeeTexts` are present only if the file would be accepted.
 */
export const FileCheckAnswer = z.strictObject({
  Data: z.strictObject({
    CheckedDateTime: z.string().meta({ format: 'date-time' }),
    Accepted: z.boolean(),
    FileHash: z.string(),
    Bytes: count,
    NumberOfTransactions: z.string().optional(),
    Total: Amount.optional(),
    Classification: z
      .strictObject({
        Kind: z.enum(['BULK', 'BATCH']),
        Reason: z.string(),
        BrokenBy: count.optional(),
      })
      .optional(),
    Debits: z
      .strictObject({ Count: count, AtLeast: count.optional(), Reference: z.string().optional() })
      .optional(),
    DebtorAccountNeeded: z.boolean().optional(),
    Executions: z
      .array(
        z.strictObject({
          LocalInstrument: z.string(),
          RequestedDate: day.optional(),
          ExecutionDate: day,
          Reason: z.string(),
          NumberOfTransactions: z.string(),
          Total: Amount,
        }),
      )
      .optional(),
    PayeeTexts: z
      .strictObject({
        CutNames: count,
        CutReferences: count,
        CutUnstructured: count,
        EqualReferences: count,
        Examples: z.array(
          z.strictObject({
            Index: count,
            Field: z.enum([
              'CreditorAccount.Name',
              'RemittanceInformation.Reference',
              'RemittanceInformation.Unstructured',
            ]),
            Sent: z.string(),
            Received: z.string(),
          }),
        ),
        EqualExamples: z.array(z.strictObject({ Indexes: z.array(count), Received: z.string() })),
      })
      .optional(),
    TotalFaults: count,
    Faults: z.array(FileFault),
  }),
});

type Answer = z.infer<typeof FileCheckAnswer>;

/** Returns the response to a file check, as JSON. */
export function serializeCheck(check: FileCheck): string {
  return JSON.stringify({ Data: dataOf(check) });
}

function dataOf(check: FileCheck): Answer['Data'] {
  const base = { CheckedDateTime: formatInstant(check.at), Bytes: check.bytes };
  if (!check.accepted) {
    const { sha256, faults, total } = check;
    return {
      ...base,
      Accepted: false,
      FileHash: fileHashOf(sha256),
      TotalFaults: total,
      Faults: faults.map(faultOf),
    };
  }
  const { facts, preview, texts } = check;
  const { kind, reason, brokenBy } = facts.classification;
  const { debits, leastDebits, debitReference } = preview;
  return {
    ...base,
    Accepted: true,
    FileHash: fileHashOf(facts.sha256),
    NumberOfTransactions: String(facts.payments),
    Total: pounds(facts.totalPence),
    Classification: {
      Kind: kind,
      Reason: reason,
      ...(brokenBy === undefined ? {} : { BrokenBy: brokenBy }),
    },
    Debits: {
      Count: debits,
      ...(leastDebits === debits ? {} : { AtLeast: leastDebits }),
      ...(debitReference === '' ? {} : { Reference: debitReference }),
    },
    DebtorAccountNeeded: preview.customerChooses,
    Executions: preview.executions.map((execution) => ({
      LocalInstrument: SCHEMES[execution.instrument].localInstrument,
      ...(execution.requested === null ? {} : { RequestedDate: execution.requested }),
      ExecutionDate: execution.day,
      Reason: execution.reason,
      NumberOfTransactions: String(execution.payments),
      Total: pounds(execution.totalPence),
    })),
    PayeeTexts: payeeTexts(texts),
    TotalFaults: 0,
    Faults: [],
  };
}

/** The fields of a payment by the name of their count. */
const FIELDS = {
  names: 'CreditorAccount.Name',
  references: 'RemittanceInformation.Reference',
  notes: 'RemittanceInformation.Unstructured',
} as const;

function payeeTexts({ counts, changed, equal }: PayeeTexts): Answer['Data']['PayeeTexts'] {
  return {
    CutNames: counts.names,
    CutReferences: counts.references,
    CutUnstructured: counts.notes,
    EqualReferences: counts.equal,
    Examples: changed.map(({ field, index, sent, received }) => ({
      Index: index,
      Field: FIELDS[field],
      Sent: sent,
      Received: received,
    })),
    EqualExamples: equal.map(({ indexes, received }) => ({
      Indexes: [...indexes],
      Received: received,
    })),
  };
}

function faultOf({ code, message, path }: Fault): z.infer<typeof FileFault> {
  const index = path === undefined ? undefined : paymentIndex(path);
  return {
    ...(index === undefined ? {} : { Index: index }),
    ErrorCode: code,
    Message: message,
    ...(path === undefined ? {} : { Path: path }),
  };
}

function pounds(pence: Pence): z.infer<typeof Amount> {
  return { Amount: formatAmount(pence), Currency: 'GBP' };
}
