import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { readUkAccount } from '../../src/domain/parties/accounts.ts';
import type { FileMetadata, FileRules } from '../../src/domain/records/payment.ts';
import type { Consent } from '../../src/domain/records/records.ts';
import { FILE_INSTRUMENTS } from '../../src/domain/schemes/schemes.ts';
import { fileMetadata } from '../../src/use-cases/files/file-metadata.ts';
import { ERROR_CODES } from '../../src/shared/errors.ts';
import { memberText } from '../../src/shared/json/json.ts';
import { londonDate } from '../../src/shared/time.ts';
import { LIMITS } from '../helpers/limits.ts';
import { SENT_WITH_V3 } from '../helpers/v3.ts';

/** Folder of the golden files, described in fixtures/README.md. */
const FOLDER = new URL('../../fixtures/files/', import.meta.url);

/** Folder of inputs that once crashed a reader. They are bare files without a case.json. */
const CRASHERS = 'crashers';

/** The time at which every case is received: a Tuesday. */
const NOW = Date.parse('2026-12-01T09:00:00Z');

const DEFAULT_RULES: FileRules = {
  today: londonDate(NOW),
  maxDaysAhead: 365,
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
  /** Set if same-day payments name today's date. */
  namedToday: z.iso.date().optional(),
  /** Pieces of text that the reason of the classification contains. */
  says: z.array(z.string()).optional(),
});

const Rejected = z.strictObject({
  accepted: z.literal(false),
  faults: z
    .array(z.strictObject({ code: z.enum(ERROR_CODES), path: z.string().optional() }))
    .min(1),
  /** Total number of faults, if more than are reported. */
  total: count.optional(),
  /** Position of the syntax error, as the message writes it. */
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
      FileType: z.string(),
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
      maxDaysAhead: count,
      fpsMaxPence: count,
    })
    .partial()
    .optional(),
  expect: z.discriminatedUnion('accepted', [Accepted, Rejected]),
});

type CaseFile = z.infer<typeof CaseFile>;

/** A folder of fixtures/files: an upload, its consent and settings, and the expected result. */
export interface FileCase {
  readonly name: string;
  readonly title: string;
  readonly upload: Buffer;
  readonly metadata: FileMetadata;
  readonly rules: FileRules;
  readonly expect: CaseFile['expect'];
}

/** Returns every case, sorted by name. Throws with the folder's name if a case is incomplete. */
export function readCases(): readonly FileCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== CRASHERS)
    .map((entry) => readCase(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the inputs that once crashed a reader, sorted by name. */
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
 * Returns the metadata of the file in the consent. It is read from text as a TPP's request is, so
 * that a ControlSum keeps its digits. FileHash is that of the upload unless the case sets another.
 */
function metadataOf(text: string, { consent }: CaseFile, upload: Buffer): FileMetadata {
  const hash = createHash('sha256').update(upload).digest('base64');
  const members = (memberText(text, ['consent']) ?? '{}').trim().slice(1, -1).trim();
  const type = consent?.FileType === undefined ? [`"FileType": "${PAYMENT_FILE_3_1}"`] : [];
  const ownHash = consent?.FileHash === undefined ? [`"FileHash": "${hash}"`] : [];
  const initiation = [...type, ...ownHash, members].filter((part) => part !== '').join(', ');
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
  ...SENT_WITH_V3,
  risk: null,
  customerId: null,
  refusal: null,
  refusedBy: null,
  restrictions: null,
  expiresAt: null,
  lapsesAt: null,
};

/** Returns the members that are not undefined, for use as overrides. */
function definedOf<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };
}
