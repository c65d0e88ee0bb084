import { readFile } from 'node:fs/promises';
import type { PrivateJwk } from '../auth/keys/key-file.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Instant } from '../shared/time.ts';
import type { AddressesReport } from '../ops/commands/addresses.ts';
import { callbackAddress, CALLBACK_PATH } from '../sandbox/callback.ts';
import { clientAssertion, signBody, authorisationUrl } from '../sandbox/pki/messages.ts';
import { tppFiles, type SandboxPki } from '../sandbox/pki/paths.ts';
import type { Listed } from '../sandbox/pki/statements.ts';
import { readSigningKey } from '../sandbox/pki/tpps.ts';
import { SANDBOX_SEED } from '../sandbox/seed.ts';
import { CliError, type CliContext } from './program.ts';

/** Dependencies of the commands that print messages of a TPP. */
interface CommandContext {
  readonly pki: SandboxPki;
  /** Returns the base URLs of the sandbox's TLS listeners. */
  readonly listeners: () => Promise<AddressesReport>;
  readonly now: Instant;
  readonly print: CliContext['print'];
}

interface Options {
  readonly client?: string | undefined;
  readonly consent?: string | undefined;
  readonly body?: string | undefined;
  readonly issuer?: string | undefined;
}

/** `visit`: prints the URL at which a customer's browser starts the authorisation of a consent. */
export async function printVisit(
  commandContext: CommandContext,
  listed: Listed,
  options: Options,
): Promise<void> {
  const { consent } = options;
  if (consent === undefined) throw new CliError('The consent is missing: --consent <ConsentId>');
  const sender = await senderOf(commandContext, listed, options);
  const { redirectUris } = listed.software;
  // Prefer the sandbox's own callback page if the TPP has registered it.
  const here = callbackAddress(Number(new URL(sender.issuerUrl).port));
  const redirect =
    redirectUris.find((uri) => uri === here) ??
    redirectUris.find((uri) => uri.endsWith(CALLBACK_PATH)) ??
    redirectUris[0];
  const to = expectDefined(redirect, 'an address to send customers back to');
  commandContext.print(await authorisationUrl(sender, consent, to));
}

/** `assertion`: prints a single-use client assertion for private_key_jwt. */
export async function printAssertion(
  commandContext: CommandContext,
  listed: Listed,
  options: Options,
): Promise<void> {
  commandContext.print(await clientAssertion(await senderOf(commandContext, listed, options)));
}

/** `sign`: prints the signature of a request body, for the header x-jws-signature. */
export async function printSignature(
  commandContext: CommandContext,
  listed: Listed,
  { body }: Options,
): Promise<void> {
  if (body === undefined) throw new CliError('The request body is missing: --body <file>');
  const bytes = await readFile(body).catch((cause: unknown) => {
    throw new CliError(`${body} cannot be read.`, { cause });
  });
  const key = await keyOf(commandContext, listed);
  commandContext.print(await signBody(bytes, listed, { key, now: commandContext.now }));
}

async function senderOf(
  commandContext: CommandContext,
  listed: Listed,
  { client, issuer }: Options,
): Promise<Parameters<typeof clientAssertion>[0]> {
  return {
    clientId: client ?? readyMadeClient(listed),
    key: await keyOf(commandContext, listed),
    issuerUrl: issuer ?? (await commandContext.listeners()).issuerUrl,
    now: commandContext.now,
  };
}

/**
 * Returns the client ID. Ready-made TPPs are registered under their software ID. Other TPPs get a
 * client ID from the bank when they register.
 */
function readyMadeClient({ software: { id } }: Listed): string {
  if (SANDBOX_SEED.clients.some((client) => client.id === id)) return id;
  throw new CliError(
    `The client_id of ${id} is missing. Name the one from the response to its registration: ` +
      '--client <client_id>',
  );
}

async function keyOf({ pki }: CommandContext, { software }: Listed): Promise<PrivateJwk> {
  const { signingKey } = tppFiles(pki, software.id);
  const key = await readSigningKey(signingKey);
  if (key === undefined) throw new CliError(`The signing key ${signingKey} does not exist.`);
  return key;
}
