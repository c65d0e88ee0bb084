import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readUkAccount } from '../../src/domain/parties/accounts.ts';
import type { FileMetadata, FileRules } from '../../src/domain/records/payment.ts';
import type { Consent } from '../../src/domain/records/records.ts';
import { FILE_INSTRUMENTS } from '../../src/domain/schemes/schemes.ts';
import { fileMetadata } from '../../src/use-cases/files/file-metadata.ts';
import { ERROR_CODES } from '../../src/shared/errors.ts';
import { memberText } from '../../src/shared/json/json.ts';
import { londonDate } from '../../src/shared/time.ts';
import { LIMITS } from '../helpers/limits.ts';

/** The golden files: fixtures/README.md says what a folder holds. */
const FOLDER = new URL('../../fixtures/files/', import.meta.url);

/** Inputs that once broke a reader: bytes alone, for another test. */
const CRASHERS = 'crashers';

/** The moment at which every case is received: a Tuesday. */
const NOW = Date.parse('2026-12-01T09:00:00Z');

const DEFAULT_RULES: FileRules = {
  today: londonDate(NOW),
  horizonDays: 365,
  bacsAccepted: true,
  maxFaults: 100,
  ...LIMITS,
};

const count = z.number().int().positive();

const Accepted = z.strictObject({
  accepted: z.literal(true),
  payments: count,
  totalPence: count,
  classification: z.strictObject({
    kind: z.enum(['BULK', 'BATCH']),
    brokenBy: z.number().int().nonnegative().optional(),
  }),
  groups: z
    .array(
      z.strictObject({
        instrument: z.enum(FILE_INSTRUMENTS),
        date: z.iso.date().nullable(),
        payments: count,
        totalPence: count,
        debtors: z
          .array(
            z.strictObject({
              account: z.string().nullable(),
              payments: count,
              totalPence: count,
            }),
          )
          .min(1),
      }),
    )
    .min(1),
  debitReference: z.string(),
  /** Set where same-day payments name their day. */
  namedToday: z.iso.date().optional(),
  /** Pieces of text that the reason of the classification contains. */
  says: z.array(z.string()).optional(),
});

const Rejected = z.strictObject({
  accepted: z.literal(false),
  faults: z
    .array(z.strictObject({ code: z.enum(ERROR_CODES), path: z.string().optional() }))
    .min(1),
  /** How many faults were counted, when more than are reported. */
  total: count.optional(),
  /** Where the file stops being JSON, in the words of the message. */
  stopsAt: z
    .string()
    .regex(/^byte \d+, line \d+, column \d+$/)
    .optional(),
  /** Pieces of text that the messages contain between them. */
  says: z.array(z.string()).optional(),
});

const CaseFile = z.strictObject({
  title: z.string().regex(/^[A-Z].*\.$/, 'Expected a sentence.'),
  source: z.string().min(1),
  consent: z
    .strictObject({
      FileHash: z.string(),
      NumberOfTransactions: z.string(),
      ControlSum: z.number(),
      RequestedExecutionDateTime: z.string(),
      DebtorAccount: z.strictObject({ SchemeName: z.string(), Identification: z.string() }),
    })
    .partial()
    .optional(),
  settings: z
    .strictObject({
      bacsAccepted: z.boolean(),
      maxFaults: count,
      horizonDays: count,
      fpsMaxPence: count,
    })
    .partial()
    .optional(),
  expect: z.discriminatedUnion('accepted', [Accepted, Rejected]),
});

type CaseFile = z.infer<typeof CaseFile>;

/** A folder of fixtures/files: an upload, the consent and settings it meets, and what follows. */
export interface FileCase {
  readonly name: string;
  readonly title: string;
  readonly upload: Buffer;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
  readonly expect: CaseFile['expect'];
}

/** Every case, by name. Throws, naming the folder, when one of them is not complete. */
export function readCases(): readonly FileCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== CRASHERS)
    .map((entry) => readCase(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The inputs that once broke a reader, by name. */
export function readCrashers(): readonly { readonly name: string; readonly upload: Buffer }[] {
  const folder = new URL(`${CRASHERS}/`, FOLDER);
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, upload: readFileSync(new URL(name, folder)) }));
}

function readCase(name: string): FileCase {
  const folder = new URL(`${name}/`, FOLDER);
  const [caseName, uploadName, ...others] = readdirSync(folder).sort();
  if (caseName !== 'case.json' || uploadName === undefined || others.length > 0) {
    throw new Error(`${name} holds something else than case.json and one upload`);
  }
  const text = readFileSync(new URL(caseName, folder), 'utf8');
  const parsed = CaseFile.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  const { title, settings, expect } = parsed.data;
  const upload = readFileSync(new URL(uploadName, folder));
  const rules = { ...DEFAULT_RULES, ...definedOf(settings ?? {}) };
  return { name, title, upload, metadata: metadataOf(text, parsed.data, upload), rules, expect };
}

/**
 * What the consent says of the file. Its text goes the way that a TPP's goes, so that a ControlSum
 * keeps its spelling; FileHash is that of the upload unless the case has another.
 */
function metadataOf(text: string, { consent }: CaseFile, upload: Buffer): FileMetadata {
  const hash = createHash('sha256').update(upload).digest('base64');
  const members = (memberText(text, ['consent']) ?? '{}').trim().slice(1, -1).trim();
  const ownHash = consent?.FileHash === undefined ? [`"FileHash": "${hash}"`] : [];
  const initiation = [...ownHash, members].filter((part) => part !== '').join(', ');
  const debtor = consent?.DebtorAccount;
  const read = debtor && readUkAccount(debtor.SchemeName, debtor.Identification);
  return fileMetadata({
    ...CONSENT,
    data: `{"Initiation": {${initiation}}}`,
    debtorAccount: read !== undefined && 'account' in read ? read.account : null,
  });
}

const CONSENT: Omit<Consent, 'data' | 'debtorAccount'> = {
  id: 'fpc-1',
  family: 'file-payments',
  clientId: 'tpp-one',
  status: 'AwaitingUpload',
  createdAt: NOW,
  statusUpdatedAt: NOW,
  risk: null,
  customerId: null,
  refusal: null,
  refusedBy: null,
  expiresAt: null,
  lapsesAt: null,
};

/** Without the members that are undefined, as an override needs it. */
function definedOf<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };
}
