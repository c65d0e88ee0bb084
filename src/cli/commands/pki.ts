import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { thumbprintOf } from '../../auth/certificates/certificates.ts';
import { RedirectUri } from '../../auth/directory/document.ts';
import { readKeys } from '../../auth/keys/key-file.ts';
import type { AuthenticationMethod } from '../../auth/profile.ts';
import type { DirectoryOrganisation } from '../../domain/records/access.ts';
import { expectDefined } from '../../shared/assert.ts';
import { reveal } from '../../shared/unsafe-unicode.ts';
import { shorten } from '../../shared/text.ts';
import {
  ownerOf,
  withCredentials,
  withSoftware,
  writeOrganisations,
} from '../../sandbox/pki/directory.ts';
import { tppFiles } from '../../sandbox/pki/paths.ts';
import { revoke as revokeCertificate } from '../../sandbox/pki/revocations.ts';
import { signRequest, signStatement, type Listed } from '../../sandbox/pki/statements.ts';
import { saveCredentials, readSigningKey, renewCertificate } from '../../sandbox/pki/tpps.ts';
import { openPki, openTpp, type OpenPki } from '../sandbox-pki.ts';
import { CliError, type CliContext } from '../program.ts';

type OpenTpp = Awaited<ReturnType<typeof openTpp>>;

/** Names of TPPs. They are valid as folder names, host names and certificate names. */
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Lists the TPPs of the directory. */
export async function list(context: CliContext): Promise<unknown> {
  const { organisations } = await openPki(context);
  const tpps = organisations.flatMap(({ status, roles, software }) =>
    software.map(({ id }) => ({ name: id, status, roles })),
  );
  for (const { name, status, roles } of tpps)
    context.print(`${name.padEnd(24)} ${status.padEnd(10)} ${roles.join(', ')}`);
  return tpps;
}

/** Creates a TPP, or replaces the revoked certificate of one. */
export async function tpp(
  context: CliContext,
  name: string,
  { redirect = [] }: { readonly redirect?: readonly string[] },
): Promise<unknown> {
  const opened = await openPki(context);
  const listed = ownerOf(opened.organisations, name);
  const { print } = context;
  await (listed === undefined
    ? create(opened, name, redirect, print)
    : renew(opened, listed, print));
  const { transport, signingKey } = tppFiles(opened.pki, name);
  return { name, certificate: transport.certificate, key: transport.key, signingKey };
}

async function create(
  { pki: sandbox, authorities, organisations, now, listeners }: OpenPki,
  name: string,
  redirectUris: readonly string[],
  print: CliContext['print'],
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
  const newOrganisation = { id: name, name, status: 'Active', roles: ['PISP'] } as const;
  const software = { ...newOrganisation, redirectUris, keys: [], certificates: [] };
  const organisation = { ...newOrganisation, software: [software] };
  const owner = { organisation, softwareId: name };
  const credentials = await saveCredentials(sandbox, owner, authorities.issuing, now);
  const listed = { ...organisation, software: [withCredentials(software, credentials)] };
  await writeOrganisations(sandbox.directory, [...organisations, listed]);
  const { transport, signingKey } = tppFiles(sandbox, name);
  print(`Created the TPP ${name} with its certificate, the certificate's key and a signing key:`);
  for (const file of [transport.certificate, transport.key, signingKey]) print(`  ${file}`);
  print('Now register it:');
  print(`  npx pisctl pki request ${name} > request.jwt`);
  print(`  curl --cacert ${sandbox.root.certificate} --cert ${transport.certificate} \\`);
  print(`    --key ${transport.key} -H 'content-type: application/jwt' \\`);
  print(`    --data-binary @request.jwt ${apiUrl}/register`);
  print(`The response contains the client_id of ${name}. Use it for example with`);
  print(`  npx pisctl pki visit ${name} --client <client_id> --consent <ConsentId>`);
}

/** Issues a new certificate to an existing TPP if the last one was revoked. */
async function renew(
  { pki: sandbox, authorities, organisations, now }: OpenPki,
  { organisation, software }: Listed,
  print: CliContext['print'],
): Promise<void> {
  const owner = { organisation, softwareId: software.id };
  const before = await saveCredentials(sandbox, owner, authorities.issuing, now);
  const thumbprint = thumbprintOf(new X509Certificate(before.certificate));
  const isRevoked = software.certificates.some(
    (one) => one.thumbprint === thumbprint && one.status === 'Revoked',
  );
  if (!isRevoked)
    throw new CliError(`The TPP ${software.id} already exists and its certificate is valid.`);
  await renewCertificate(sandbox, owner, authorities.issuing, now);
  const credentials = await saveCredentials(sandbox, owner, authorities.issuing, now);
  const all = withSoftware(organisations, software.id, (one) => withCredentials(one, credentials));
  await writeOrganisations(sandbox.directory, all);
  print(
    `${software.id} has a new certificate: ${tppFiles(sandbox, software.id).transport.certificate}`,
  );
}

/** Prints a software statement. */
export async function statement(context: CliContext, name: string): Promise<unknown> {
  const signed = await statementOf(await openTpp(context, name));
  context.print(signed);
  return { statement: signed };
}

async function statementOf({ pki, listed, now }: OpenTpp): Promise<string> {
  const [key] = await readKeys(pki.directorySigning);
  return signStatement(listed, expectDefined(key, "the directory's key"), now);
}

/** Prints a signed registration request. */
export async function request(
  context: CliContext,
  name: string,
  { method, issuer }: { readonly method: AuthenticationMethod; readonly issuer?: string },
): Promise<unknown> {
  const opened = await openTpp(context, name);
  const { transport, signingKey } = tppFiles(opened.pki, name);
  const key = expectDefined(await readSigningKey(signingKey), signingKey);
  const options = {
    method,
    certificate: await readFile(transport.certificate, 'utf8'),
    statement: await statementOf(opened),
    issuerUrl: issuer ?? (await opened.listeners()).issuerUrl,
  };
  const signed = await signRequest(opened.listed, options, key, opened.now);
  context.print(signed);
  return { request: signed };
}

/** Revokes the TPP's certificate. */
export async function revoke(context: CliContext, id: string): Promise<unknown> {
  const { pki: sandbox, authorities, organisations, now } = await openTpp(context, id);
  const certificate = await readFile(tppFiles(sandbox, id).transport.certificate, 'utf8');
  const thumbprint = thumbprintOf(new X509Certificate(certificate));
  const all = withSoftware(organisations, id, (one) => ({
    ...one,
    certificates: one.certificates.map((listed) =>
      listed.thumbprint === thumbprint ? { thumbprint, status: 'Revoked' as const } : listed,
    ),
  }));
  await writeOrganisations(sandbox.directory, all);
  await revokeCertificate(sandbox.crl, [authorities.issuing, authorities.root], certificate, now);
  context.print(`Certificate of ${id} revoked. To issue a new one: npx pisctl pki tpp ${id}`);
  return { name: id, revoked: thumbprint };
}

/** Suspends the TPP's organisation. */
export function suspend(context: CliContext, name: string): Promise<unknown> {
  return changeStatus(context, name, 'Suspended');
}

/** Reactivates the TPP's organisation. */
export function admit(context: CliContext, name: string): Promise<unknown> {
  return changeStatus(context, name, 'Active');
}

async function changeStatus(
  context: CliContext,
  name: string,
  status: DirectoryOrganisation['status'],
): Promise<unknown> {
  const { pki, organisations, listed } = await openTpp(context, name);
  const { id, roles } = listed.organisation;
  const all = organisations.map((one) => (one.id === id ? { ...one, status } : one));
  await writeOrganisations(pki.directory, all);
  if (status !== 'Active') {
    context.print(`${name} is suspended. To reactivate it: npx pisctl pki admit ${name}`);
  } else if (roles.includes('PISP')) context.print(`${name} is active.`);
  else context.print(`${name} is active, but has no access without the role PISP.`);
  return { name, status, roles };
}
