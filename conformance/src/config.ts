import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Time for which a scenario waits for a status, in milliseconds. */
const DEFAULT_WAIT_MS = 10_000;

/** Number of scenarios that run at the same time. */
const DEFAULT_CONCURRENCY = 4;

const account = z.strictObject({
  SchemeName: z.string(),
  Identification: z.string(),
  Name: z.string().optional(),
});

const signingKey = z.strictObject({
  /** Path of a private key, a JWK or PEM. */
  key: z.string(),
  kid: z.string().optional(),
});

const tpp = z.strictObject({
  clientId: z.string(),
  authentication: z.enum(['tls_client_auth', 'private_key_jwt']),
  redirectUri: z.string().optional(),
  /** Paths of PEM files, relative to the configuration file. */
  certificate: z.string(),
  key: z.string(),
  ca: z.string().optional(),
  signing: signingKey.extend({
    /** `organisation-id/software-id` of the directory. */
    issuer: z.string(),
    trustAnchor: z.string().optional(),
  }),
});

const approval = z.discriminatedUnion('kind', [
  /** The sandbox of this project approves by a request to its internal listener. */
  z.strictObject({
    kind: z.literal('sandbox'),
    url: z.string(),
    secret: z.string(),
    user: z.string(),
  }),
  /** A program opens the address in its last argument, and prints the callback address. */
  z.strictObject({ kind: z.literal('command'), command: z.array(z.string()).min(1) }),
  /** A person opens the printed address, and enters the callback address. */
  z.strictObject({ kind: z.literal('manual') }),
]);

const configShape = z.strictObject({
  name: z.string(),
  issuer: z.string(),
  /** Address of the API without the version. */
  baseUrl: z.string(),
  versions: z.array(z.enum(['v3.1', 'v4.0'])).min(1),
  jwksUri: z.string().optional(),
  bankId: z.string().optional(),
  tpp,
  /** A second TPP, for the scenarios about access to another TPP's resources. */
  otherTpp: tpp.optional(),
  approval,
  payments: z.strictObject({
    /** Account to debit. Without it, the customer chooses one. */
    debtorAccount: account.optional(),
    creditorAccount: account,
    localInstrument: z.string().default('UK.OBIE.FPS'),
    /** Amount of each payment, in pounds. */
    amount: z.string().default('10.50'),
    fileType: z.strictObject({ 'v3.1': z.string(), 'v4.0': z.string() }).default({
      'v3.1': 'UK.OBIE.PaymentInitiation.3.1',
      'v4.0': 'UK.OBIE.PaymentInitiation.4.0',
    }),
    /** Path of the list of payments in a file. */
    list: z.string().default('Data.DomesticPayments'),
    /** False skips all scenarios that can submit a payment. */
    submit: z.boolean().default(true),
  }),
  features: z
    .strictObject({
      requestSignatures: z.boolean().default(true),
      responseSignatures: z.boolean().default(true),
      fileDownload: z.boolean().default(true),
      paymentDetails: z.boolean().default(true),
      reportFile: z.boolean().default(true),
      pain001: z.boolean().default(false),
      /** The approval can also reject a consent. */
      rejection: z.boolean().default(true),
      sameDayCompletion: z.boolean().default(false),
    })
    .prefault({}),
  /** Members of Data and Initiation that the bank documents as not accepted, or as required. */
  members: z
    .strictObject({
      refused: z.array(z.string()).default([]),
      required: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** An account whose payments need several approvals. `user` is for the sandbox only. */
  multiAuthorisation: z
    .strictObject({ debtorAccount: account, user: z.string().optional() })
    .optional(),
  /** An access token of the TPP that has expired. */
  expiredToken: z.string().optional(),
  /** Another signing key of the TPP, which the directory lists at present. */
  secondSigning: signingKey.optional(),
  /** A signing key of the TPP that has expired, or that the directory no longer lists. */
  retiredSigning: signingKey.optional(),
  /** Number of requests that exceeds the rate limit if they are sent at once. */
  rateLimitRequests: z.number().int().min(2).optional(),
  /** Maximum size of a payment file, in bytes. */
  fileMaxBytes: z.number().int().optional(),
  /** `must` counts an error code other than the expected one as a failure. */
  errorCodes: z.enum(['must', 'should']).default('should'),
  waitMs: z.number().int().default(DEFAULT_WAIT_MS),
  concurrency: z.number().int().min(1).default(DEFAULT_CONCURRENCY),
});

/** Names of the members of a configuration. */
export const CONFIG_MEMBERS = Object.keys(configShape.shape);

/** The bank to test, the TPPs that test it, and the optional functions of the bank. */
export type Config = z.output<typeof configShape>;

/** A TPP as the configuration describes it. */
export type TppConfig = Config['tpp'];

/** The configuration as it is written in the file. */
export type ConfigInput = z.input<typeof configShape>;

/**
 * Reads a configuration file in YAML or JSON. The paths in it are relative to the file.
 *
 * @throws Error with the reasons if the file is invalid
 */
export function readConfig(path: string): Config {
  return parseConfig(parse(readFileSync(path, 'utf8')), dirname(path));
}

/** Checks a configuration. Throws Error with the reasons if it is invalid. */
export function parseConfig(value: unknown, folder: string): Config {
  const parsed = configShape.safeParse(value);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const config = parsed.data;
  const withKey = <T extends { readonly key: string }>(one: T): T => ({
    ...one,
    key: resolve(folder, one.key),
  });
  const located = (one: TppConfig): TppConfig => ({
    ...withKey(one),
    certificate: resolve(folder, one.certificate),
    ...(one.ca !== undefined && { ca: resolve(folder, one.ca) }),
    signing: withKey(one.signing),
  });
  const { otherTpp, secondSigning, retiredSigning } = config;
  return {
    ...config,
    tpp: located(config.tpp),
    ...(otherTpp && { otherTpp: located(otherTpp) }),
    ...(secondSigning && { secondSigning: withKey(secondSigning) }),
    ...(retiredSigning && { retiredSigning: withKey(retiredSigning) }),
  };
}

/** Checks the paths of a configuration. Throws Error with each member whose file is missing. */
export function requireFiles({ tpp, otherTpp, secondSigning, retiredSigning }: Config): void {
  const files = [
    ...filesOf('tpp', tpp),
    ...filesOf('otherTpp', otherTpp),
    ['secondSigning.key', secondSigning?.key],
    ['retiredSigning.key', retiredSigning?.key],
  ] as const;
  const missing = files.flatMap(([member, path]) =>
    path === undefined || existsSync(path) ? [] : [`${member}: the file ${path} does not exist.`],
  );
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

/** Returns the members of a TPP that contain paths, with these paths. */
function filesOf(name: string, tpp: TppConfig | undefined) {
  return [
    [`${name}.certificate`, tpp?.certificate],
    [`${name}.key`, tpp?.key],
    [`${name}.ca`, tpp?.ca],
    [`${name}.signing.key`, tpp?.signing.key],
  ] as const;
}
