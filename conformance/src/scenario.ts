import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { FLAWS } from './signatures.ts';
import { SOURCES } from './sources.ts';

const members = z.record(z.string(), z.unknown());

/** The expectations about a response. */
const expectation = z.strictObject({
  /** Accepted statuses of HTTP. */
  status: z.union([z.number(), z.array(z.number())]).optional(),
  /** Name of a JSON Schema in `schemas/`. */
  schema: z.enum(['consent', 'payment', 'details', 'error']).optional(),
  /** Error codes of v3.1 without `UK.OBIE.`. One error has one of them, or its code of v4.0. */
  code: z.union([z.string(), z.array(z.string())]).optional(),
  /** Maps the path of a member to its value, a pattern, `oneOf`, `present` or `absent`. */
  body: members.optional(),
  /** Maps the path of a member to a value that it must not have. */
  not: members.optional(),
  /** Maps a header to its value. */
  headers: members.optional(),
  /** True if the body has no bytes. */
  empty: z.boolean().optional(),
  /** True if an error body, where there is one, must match the schema of errors. */
  optionalError: z.boolean().optional(),
  /** Variable with the bytes of the body. */
  bytes: z.string().optional(),
  /** True if the bank must have signed the body. */
  signed: z.boolean().optional(),
  /** Path of a list, and the number of its entries. */
  count: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  /** Path of a list, and the member of its entries that is different in each. */
  unique: z.record(z.string(), z.string()).optional(),
});

export type Expectation = z.output<typeof expectation>;

/** Content of a payment file. */
const fileShape = z.strictObject({
  /** Number of payments. The default is 2. */
  payments: z.number().optional(),
  /** Maps the path of a member of the first payment to its value. Null removes the member. */
  change: members.optional(),
  /** The whole file as text. */
  text: z.string().optional(),
  /** Number of bytes to which the file is filled with spaces. */
  padTo: z.union([z.number(), z.string()]).optional(),
});

export type FileShape = z.output<typeof fileShape>;

const requestStep = z.strictObject({
  /** Method and path, for example `GET /file-payments/${FilePaymentId}`. */
  send: z.string(),
  /** The version to use, if it is not the version under test. */
  at: z.enum(['v3.1', 'v4.0']).optional(),
  /** `other` sends over the connection of the second TPP, with its token and signature. */
  as: z.enum(['tpp', 'other']).default('tpp'),
  token: z.enum(['client', 'customer', 'none', 'unknown', 'expired', 'first', 'basic']).optional(),
  /** Changes of the default body, by path. */
  set: members.optional(),
  remove: z.array(z.string()).optional(),
  /** The body as text, instead of the default body. */
  text: z.string().optional(),
  /** The file to upload, instead of the file of the consent. */
  file: fileShape.optional(),
  /** Changes of the default headers. Null removes a header. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** True sends the body in chunks, without Content-Length. */
  chunked: z.boolean().optional(),
  signature: z.enum(['valid', ...FLAWS]).default('valid'),
  /** Signs with another key of the TPP, from the configuration. */
  signWith: z.enum(['secondSigning', 'retiredSigning']).optional(),
  /** Repeats the request until these members have these values, or the time is over. */
  until: members.optional(),
  /** Number of equal requests that are sent at the same time. */
  together: z.union([z.number(), z.string()]).optional(),
  /** Path of a list to join over all pages: `Links.Next` is read until there is none. */
  pages: z.string().optional(),
  /** Variables to set from the body of the response. */
  save: z.record(z.string(), z.string()).optional(),
  expect: expectation.default({}),
  /** Expectations that at least one of the responses meets. Responses with 429 count too. */
  some: expectation.optional(),
  /** Recommendations. Deviations are warnings. */
  advise: expectation.optional(),
});

export type RequestStep = z.output<typeof requestStep>;

const approvalStep = z.strictObject({
  /** The customer's decision. */
  customer: z.enum(['approves', 'rejects']),
  expect: z.enum(['token', 'refusal', 'any']).default('any'),
});

export type ApprovalStep = z.output<typeof approvalStep>;

/** Functions of the bank and parts of the configuration that a scenario needs. */
const NEEDS = [
  ...['requestSignatures', 'responseSignatures', 'fileDownload', 'paymentDetails', 'reportFile'],
  ...['pain001', 'rejection', 'sameDayCompletion', 'otherTpp', 'multiAuthorisation'],
  ...['expiredToken', 'fileMaxBytes', 'debtorAccount', 'bothVersions', 'secondSigning'],
  ...['retiredSigning', 'rateLimitRequests'],
] as const;

const scenarioShape = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string(),
  /** `must` is a rule of the standard. Deviations from `should` are warnings. */
  level: z.enum(['must', 'should']).default('must'),
  versions: z.array(z.enum(['v3.1', 'v4.0'])).default(['v3.1', 'v4.0']),
  /** Key of `SOURCES`, a colon and the section. */
  source: z.string().refine((text) => Object.hasOwn(SOURCES, text.split(': ')[0] ?? ''), {
    error: 'The source is not in sources.ts.',
  }),
  needs: z.array(z.enum(NEEDS)).default([]),
  /** State that exists before the steps: a consent, its file, its approval, its payment. */
  given: z.enum(['nothing', 'consent', 'file', 'approval', 'payment']).default('nothing'),
  /** True if the steps change nothing, so that scenarios can share the state. */
  shared: z.boolean().default(false),
  /** Changes of the consent's Initiation by path. Null removes the member. */
  initiation: members.default({}),
  /** Other members of the consent's Data. */
  data: members.default({}),
  file: fileShape.default({}),
  steps: z.array(z.union([requestStep, approvalStep])).min(1),
});

/** A rule of the standard, with the requests that show if a bank follows it. */
export type Scenario = z.output<typeof scenarioShape>;

/** A need of a scenario. */
export type Need = (typeof NEEDS)[number];

/** Returns true if a scenario submits a payment, also one that the bank must refuse. */
export function submitsPayment({ given, steps }: Scenario): boolean {
  const isSubmission = (step: Scenario['steps'][number]) =>
    'send' in step && step.send === 'POST /file-payments';
  return given === 'payment' || steps.some(isSubmission);
}

/** Folder of the scenarios of this pack. */
const FOLDER = join(import.meta.dirname, '../scenarios');

/** Reads all scenarios of a folder. Throws Error if one is invalid or an id exists twice. */
export function readScenarios(folder = FOLDER): readonly Scenario[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const scenarios = files.sort().flatMap((name) => {
    const parsed = z
      .array(scenarioShape)
      .safeParse(parse(readFileSync(join(folder, name), 'utf8')));
    if (!parsed.success) throw new Error(`${name}:\n${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
  const ids = new Set<string>();
  for (const { id } of scenarios) {
    if (ids.has(id)) throw new Error(`The scenario id ${id} exists twice.`);
    ids.add(id);
  }
  return scenarios;
}
