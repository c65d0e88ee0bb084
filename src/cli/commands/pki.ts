import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import { RedirectUri } from '../../auth/directory/document.ts';
import { readKeys } from '../../auth/keys/key-file.ts';
import { AUTHENTICATION_METHODS } from '../../auth/profile.ts';
import { dataFolder } from '../../config/data-folder.ts';
import type { DirectoryOrganisation } from '../../domain/records/access.ts';
import { expectDefined } from '../../shared/assert.ts';
import { reveal } from '../../shared/unsafe-unicode.ts';
import { shorten } from '../../shared/text.ts';
import type { Instant } from '../../shared/time.ts';
import type { AddressesReport } from '../../ops/commands/addresses.ts';
import type { Authorities } from '../../sandbox/pki/certificates.ts';
import {
  ownerOf,
  readOrganisations,
  withCredentials,
  withSoftware,
  writeOrganisations,
  type Organisations,
} from '../../sandbox/pki/directory.ts';
import { ensureSandboxPki, ensureAuthorities } from '../../sandbox/pki/index.ts';
import { tppFiles, type SandboxPki } from '../../sandbox/pki/paths.ts';
import { revoke } from '../../sandbox/pki/revocations.ts';
import { signRequest, signStatement, type Listed } from '../../sandbox/pki/statements.ts';
import { saveCredentials, readSigningKey, renewCertificate } from '../../sandbox/pki/tpps.ts';
import { findListenerPorts, type PortSettings } from '../sandbox-addresses.ts';
import { printAssertion, printSignature, printVisit } from '../pki-messages.ts';
import {
  usageError,
  argumentError,
  parseArguments,
  CliError,
  type Commands,
  type Program,
  type CliContext,
} from '../program.ts';

const USAGE = `npm run pki -- list             lists the TPPs of the sandbox's directory
npm run pki -- tpp <name> --redirect <https address>
                                creates a TPP, or replaces the revoked certificate of one
npm run pki -- statement <name> prints a software statement, valid for 30 minutes
npm run pki -- request <name> [--method tls_client_auth|private_key_jwt] [--issuer <address>]
                                prints a signed registration request
npm run pki -- visit <name> --consent <ConsentId>
                                prints the URL at which a customer authorises the consent
npm run pki -- sign <name> --body <file>
                                prints the x-jws-signature of a request's body
npm run pki -- assertion <name> prints a client_assertion for private_key_jwt
                                For a TPP of your own, visit and assertion need --client
                                <client_id> from the response to its registration
npm run pki -- revoke <name>    revokes the TPP's certificate
npm run pki -- suspend <name>   suspends the TPP's organisation
npm run pki -- admit <name>     reactivates the TPP's organisation`;

/** Names of TPPs. They are valid as folder names, host names and certificate names. */
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

const OPTIONS = {
  redirect: { type: 'string', multiple: true },
  method: { type: 'string' },
  issuer: { type: 'string' },
  client: { type: 'string' },
  consent: { type: 'string' },
  body: { type: 'string' },
} as const;

type Options = ReturnType<typeof parseArguments<typeof OPTIONS>>['values'];

/** Dependencies of a subcommand. */
interface CommandContext {
  readonly pki: SandboxPki;
  readonly authorities: Authorities;
  readonly organisations: Organisations;
  readonly now: Instant;
  /** Returns the base URLs of the sandbox's TLS listeners. */
  readonly listeners: () => Promise<AddressesReport>;
  readonly print: CliContext['print'];
}

/** Subcommands for a TPP in the directory. */
const COMMANDS: Readonly<
  Record<
    string,
    (commandContext: CommandContext, listed: Listed, options: Options) => Promise<void>
  >
> = {
  tpp: renew,
  statement: async (commandContext, listed) => {
    commandContext.print(await statementOf(commandContext, listed));
  },
  request: printRequest,
  visit: printVisit,
  sign: printSignature,
  assertion: printAssertion,
  revoke: revokeCertificate,
  suspend: (commandContext, listed) => changeStatus(commandContext, listed, 'Suspended'),
  admit: (commandContext, listed) => changeStatus(commandContext, listed, 'Active'),
};

/** Arguments of each subcommand. Only `list` takes none. */
const WORDS: Commands = {
  list: [],
  ...Object.fromEntries(Object.keys(COMMANDS).map((word) => [word, ['<name>']])),
};

/**
 * `npm run pki`: shows or changes the TPPs of the sandbox. The sandbox creates their keys and
 * certificates at its first start (docs/decisions, 42). A running sandbox reads the changed files
 * by itself.
 */
export const pki =
  (ports: PortSettings): Program =>
  async (args, context) => {
    const { values, positionals } = parseArguments(args, OPTIONS, USAGE);
    const [word, name, ...rest] = positionals;
    const isKnown = word !== undefined && Object.hasOwn(COMMANDS, word);
    const command = isKnown ? COMMANDS[word] : undefined;
    const isList = (word === undefined || word === 'list') && name === undefined;
    if (!isList && (command === undefined || name === undefined || rest.length > 0)) {
      throw usageError(positionals, WORDS, USAGE);
    }
    if (values.issuer !== undefined && !URL.canParse(values.issuer)) {
      throw argumentError('--issuer must be a URL such as https://localhost:8444.', USAGE);
    }
    const commandContext = await openWorkplace(ports, context);
    if (command === undefined || name === undefined) {
      list(commandContext);
      return;
    }
    const listed = ownerOf(commandContext.organisations, name);
    if (listed !== undefined) await command(commandContext, listed, values);
    else if (word === 'tpp') await makeTpp(commandContext, name, values);
    else {
      throw new CliError(
        `There is no TPP ${name}. See npm run pki -- list, or create it: ` +
          `npm run pki -- tpp ${name} --redirect https://…`,
      );
    }
  };

async function openWorkplace(
  ports: PortSettings,
  { dataDirectory, keysDirectory, machineClock, print }: CliContext,
): Promise<CommandContext> {
  const { pki: folder, control } = dataFolder(dataDirectory, keysDirectory);
  if (!existsSync(folder)) {
    throw new CliError(
      `There is no PKI in ${folder}. Start the sandbox there first, or set PIS_DATA_DIR.`,
    );
  }
  const now = machineClock();
  const sandbox = await ensureSandboxPki({ folder, now, hosts: [] });
  const authorities = await ensureAuthorities(sandbox, now);
  const organisations = expectDefined(await readOrganisations(sandbox.directory), 'the directory');
  const listeners = () => findListenerPorts(control, ports);
  return { pki: sandbox, authorities, organisations, now, listeners, print };
}

function list({ organisations, print }: CommandContext): void {
  for (const { status, roles, software } of organisations) {
    for (const { id } of software)
      print(`${id.padEnd(24)} ${status.padEnd(10)} ${roles.join(', ')}`);
  }
  print(`\n${USAGE}`);
}

async function makeTpp(
  { pki: sandbox, authorities, organisations, now, listeners, print }: CommandContext,
  name: string,
  { redirect: redirectUris = [] }: Options,
): Promise<void> {
  if (!NAME.test(name)) {
    throw new CliError(
      `${shorten(reveal(name))} is not a valid name for a TPP. Use 1 to 40 lower-case letters, digits ` +
        'and dashes, beginning with a letter or digit.',
    );
  }
  if (organisations.some(({ id }) => id === name)) {
    throw new CliError(`Another organisation already has the name ${name}. Choose another name.`);
  }
  const isGood = redirectUris.every((uri) => RedirectUri.safeParse(uri).success);
  if (redirectUris.length === 0 || !isGood) {
    throw new CliError('A redirect URI is required: --redirect https://…');
  }
  const { apiUrl } = await listeners();
  const named = { id: name, name, status: 'Active', roles: ['PISP'] } as const;
  const software = { ...named, redirectUris, keys: [], certificates: [] };
  const organisation = { ...named, software: [software] };
  const tpp = { organisation, softwareId: name };
  const credentials = await saveCredentials(sandbox, tpp, authorities.issuing, now);
  const listed = { ...organisation, software: [withCredentials(software, credentials)] };
  await writeOrganisations(sandbox.directory, [...organisations, listed]);
  const { transport, signingKey } = tppFiles(sandbox, name);
  print(`Created the TPP ${name} with its certificate, the certificate's key and a signing key:`);
  for (const file of [transport.certificate, transport.key, signingKey]) print(`  ${file}`);
  print('Now register it:');
  print(`  npm run --silent pki -- request ${name} > request.jwt`);
  print(`  curl --cacert ${sandbox.root.certificate} --cert ${transport.certificate} \\`);
  print(`    --key ${transport.key} -H 'content-type: application/jwt' \\`);
  print(`    --data-binary @request.jwt ${apiUrl}/register`);
  print(`The response contains the client_id of ${name}. Use it for example with`);
  print(`  npm run --silent pki -- visit ${name} --client <client_id> --consent <ConsentId>`);
}

/** `tpp` for an existing TPP: issues a new certificate if the last one was revoked. */
async function renew(
  commandContext: CommandContext,
  { organisation, software }: Listed,
): Promise<void> {
  const { pki: sandbox, authorities, organisations, now, print } = commandContext;
  const tpp = { organisation, softwareId: software.id };
  const before = await saveCredentials(sandbox, tpp, authorities.issuing, now);
  const thumbprint = thumbprintOf(new X509Certificate(before.certificate));
  const isRevoked = software.certificates.some(
    (one) => one.thumbprint === thumbprint && one.status === 'Revoked',
  );
  if (!isRevoked)
    throw new CliError(`The TPP ${software.id} already exists and its certificate is valid.`);
  await renewCertificate(sandbox, tpp, authorities.issuing, now);
  const credentials = await saveCredentials(sandbox, tpp, authorities.issuing, now);
  const all = withSoftware(organisations, software.id, (one) => withCredentials(one, credentials));
  await writeOrganisations(sandbox.directory, all);
  print(
    `${software.id} has a new certificate: ${tppFiles(sandbox, software.id).transport.certificate}`,
  );
}

async function statementOf({ pki: sandbox, now }: CommandContext, listed: Listed): Promise<string> {
  const [key] = await readKeys(sandbox.directorySigning);
  return signStatement(listed, expectDefined(key, "the directory's key"), now);
}

async function printRequest(
  commandContext: CommandContext,
  listed: Listed,
  { method: named = 'tls_client_auth', issuer }: Options,
): Promise<void> {
  const method = AUTHENTICATION_METHODS.find((known) => known === named);
  if (method === undefined) {
    throw argumentError(`--method must be one of ${AUTHENTICATION_METHODS.join(', ')}.`, USAGE);
  }
  const { transport, signingKey } = tppFiles(commandContext.pki, listed.software.id);
  const key = expectDefined(await readSigningKey(signingKey), signingKey);
  const options = {
    method,
    certificate: await readFile(transport.certificate, 'utf8'),
    statement: await statementOf(commandContext, listed),
    issuerUrl: issuer ?? (await commandContext.listeners()).issuerUrl,
  };
  commandContext.print(await signRequest(listed, options, key, commandContext.now));
}

async function revokeCertificate(
  commandContext: CommandContext,
  { software }: Listed,
): Promise<void> {
  const { pki: sandbox, authorities, organisations, now, print } = commandContext;
  const { id } = software;
  const certificate = await readFile(tppFiles(sandbox, id).transport.certificate, 'utf8');
  const thumbprint = thumbprintOf(new X509Certificate(certificate));
  const all = withSoftware(organisations, id, (one) => ({
    ...one,
    certificates: one.certificates.map((listed) =>
      listed.thumbprint === thumbprint ? { thumbprint, status: 'Revoked' as const } : listed,
    ),
  }));
  await writeOrganisations(sandbox.directory, all);
  await revoke(sandbox.crl, [authorities.issuing, authorities.root], certificate, now);
  print(`Certificate of ${id} revoked. To issue a new one: npm run pki -- tpp ${id}`);
}

async function changeStatus(
  { pki: sandbox, organisations, print }: CommandContext,
  { organisation, software }: Listed,
  status: DirectoryOrganisation['status'],
): Promise<void> {
  const all = organisations.map((one) => (one.id === organisation.id ? { ...one, status } : one));
  await writeOrganisations(sandbox.directory, all);
  if (status !== 'Active') {
    print(`${software.id} is suspended. To reactivate it: npm run pki -- admit ${software.id}`);
  } else if (organisation.roles.includes('PISP')) print(`${software.id} is active.`);
  else print(`${software.id} is active, but has no access without the role PISP.`);
}
