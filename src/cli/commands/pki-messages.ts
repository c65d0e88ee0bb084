import { readFile } from 'node:fs/promises';
import type { PrivateJwk } from '../../auth/keys/key-file.ts';
import { expectDefined } from '../../shared/assert.ts';
import { callbackAddress, CALLBACK_PATH } from '../../sandbox/callback.ts';
import { clientAssertion, signBody, authorisationUrl } from '../../sandbox/pki/messages.ts';
import { tppFiles } from '../../sandbox/pki/paths.ts';
import type { Listed } from '../../sandbox/pki/statements.ts';
import { readSigningKey } from '../../sandbox/pki/tpps.ts';
import { SANDBOX_SEED } from '../../sandbox/seed.ts';
import { openTpp } from '../sandbox-pki.ts';
import { CliError, type CliContext } from '../program.ts';

type OpenTpp = Awaited<ReturnType<typeof openTpp>>;

/** Options of messages that a client sends to the issuer. */
interface SenderOptions {
  readonly client?: string;
  readonly issuer?: string;
}

/** Prints the URL at which a customer's browser starts the authorisation of a consent. */
export async function visit(
  context: CliContext,
  name: string,
  options: SenderOptions & { readonly consent: string },
): Promise<unknown> {
  const opened = await openTpp(context, name);
  const sender = await senderOf(opened, options);
  const { redirectUris } = opened.listed.software;
  // Prefer the sandbox's own callback page if the TPP has registered it.
  const here = callbackAddress(Number(new URL(sender.issuerUrl).port));
  const redirect =
    redirectUris.find((uri) => uri === here) ??
    redirectUris.find((uri) => uri.endsWith(CALLBACK_PATH)) ??
    redirectUris[0];
  const to = expectDefined(redirect, 'an address to send customers back to');
  const url = await authorisationUrl(sender, options.consent, to);
  context.print(url);
  return { url };
}

/** Prints a single-use client assertion for private_key_jwt. */
export async function assertion(
  context: CliContext,
  name: string,
  options: SenderOptions,
): Promise<unknown> {
  const sender = await senderOf(await openTpp(context, name), options);
  const jwt = await clientAssertion(sender);
  context.print(jwt);
  return { assertion: jwt };
}

/** Prints the signature of a request body, for the header x-jws-signature. */
export async function sign(
  context: CliContext,
  name: string,
  { body }: { readonly body: string },
): Promise<unknown> {
  const opened = await openTpp(context, name);
  const bytes = await readFile(body).catch((cause: unknown) => {
    throw new CliError(`${body} cannot be read.`, { cause });
  });
  const { listed, now } = opened;
  const signature = await signBody(bytes, listed, { key: await keyOf(opened), now });
  context.print(signature);
  return { signature };
}

async function senderOf(
  opened: OpenTpp,
  { client, issuer }: SenderOptions,
): Promise<Parameters<typeof clientAssertion>[0]> {
  return {
    clientId: client ?? readyMadeClient(opened.listed),
    key: await keyOf(opened),
    issuerUrl: issuer ?? (await opened.listeners()).issuerUrl,
    now: opened.now,
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

async function keyOf({ pki, listed }: OpenTpp): Promise<PrivateJwk> {
  const { signingKey } = tppFiles(pki, listed.software.id);
  const key = await readSigningKey(signingKey);
  if (key === undefined) throw new CliError(`The signing key ${signingKey} does not exist.`);
  return key;
}
