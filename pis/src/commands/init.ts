import { join, resolve } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { exists } from '../output/files.ts';
import { profilePath } from '../profile/folders.ts';
import { saveProfile, type Profile } from '../profile/profile.ts';
import { PisError } from '../rows/model.ts';
import type { Context } from '../terminal/context.ts';

/** Options of `pis init sandbox`. */
export interface InitOptions {
  readonly profile: string;
  readonly data: string;
  readonly tpp: string;
  readonly api: string;
  readonly issuer: string;
  readonly origin: string;
  readonly standard: string;
  readonly force?: boolean;
}

/** Organisation id of the sandbox's bank. */
const SANDBOX_BANK = '0015800000SandBank';

/** Creates a profile for the local sandbox. It names the keys in the sandbox's data folder. */
export async function initSandbox(context: Context, options: InitOptions): Promise<number> {
  const { profile: name, tpp, api, issuer, origin, standard } = options;
  const pki = resolve(options.data, 'pki');
  const folder = join(pki, 'tpps', tpp);
  if (standard !== 'v3.1' && standard !== 'v4.0') {
    throw new PisError(
      `--standard: found "${standard}". Expected v3.1 or v4.0.`,
      exitCodes.wrongUse,
    );
  }
  if (!(options.force ?? false) && (await exists(profilePath(context.folder, name)))) {
    throw new PisError(
      `The profile "${name}" exists. Pass --force to replace it.`,
      exitCodes.wrongUse,
    );
  }
  const profile: Profile = {
    ...{ version: standard, issuer, baseUrl: `${api}/open-banking` },
    client: {
      id: tpp,
      // tpp-two is registered with a signing key, the others with their certificates.
      authentication: tpp === 'tpp-two' ? 'private_key_jwt' : 'tls_client_auth',
      redirectUri: `https://127.0.0.1:${new URL(issuer).port}/sandbox/callback`,
    },
    tls: {
      cert: join(folder, 'transport.crt'),
      key: join(folder, 'transport.key'),
      ca: join(pki, 'root.crt'),
    },
    signing: { key: join(folder, 'signing.json'), issuer: `${tpp}/${tpp}` },
    bankId: SANDBOX_BANK,
    sandbox: { origin, clientSecret: `${tpp}-secret` },
  };
  await requireKeys(
    ['transport.crt', 'transport.key', 'signing.json'].map((file) => join(folder, file)),
    options.data,
  );
  const path = await saveProfile(context.folder, name, profile);
  context.err.write(`Wrote ${path}.\nCheck it with: pis doctor --profile ${name}\n`);
  return exitCodes.done;
}

async function requireKeys(paths: readonly string[], data: string): Promise<void> {
  for (const path of paths) {
    if (await exists(path)) continue;
    throw new PisError(
      `${path} does not exist. Start the sandbox with npm start, and name its data folder with ` +
        `--data (found "${data}").`,
      exitCodes.wrongUse,
    );
  }
}
