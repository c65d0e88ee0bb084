import type { KeyRing } from '../auth/keys/key-ring.ts';
import type { SharedKeys } from '../auth/keys/shared-keys.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';

/** Names of the keys that all nodes of a deployment share. */
interface NamedKeys {
  readonly keys: Pick<KeyRing, 'thumbprints' | 'onChange'>;
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange'>;
}

/** The shared keys themselves. */
export interface KeysOfNodes extends NamedKeys {
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange' | 'deriveEach'>;
}

/** A kind of key, with names that do not reveal the keys. */
interface Kind {
  /** Setting in the store that names the key in use. */
  readonly setting: string;
  readonly what: string;
  /** Names of this node's keys, the key in use first. */
  readonly named: readonly string[];
}

type Settings = Pick<Store, 'addSetting' | 'writeSetting'>;

/**
 * Compares this node's keys with those of its deployment, which the first node recorded in the
 * store. Throws if this node lacks a key in use: other nodes could not verify its signatures.
 * If this node has that key but uses another, an operator has promoted a key, and the store is
 * updated (docs/decisions, 104). Keys that change while the service runs are compared again. Then a
 * mismatch is logged as a failure.
 */
export async function joinCluster(
  store: Settings,
  { keys, secrets }: NamedKeys,
  observe: Observe,
): Promise<void> {
  const join = (): Promise<void> =>
    compare(store, [
      { setting: 'deployment.signingKey', what: 'signing keys', named: keys.thumbprints() },
      { setting: 'deployment.sharedKey', what: 'shared keys', named: secrets.kids() },
    ]);
  await join();
  const compareAgain = (): void => {
    join().catch((error: unknown) => {
      observe({ kind: 'failure', what: "comparing keys with the deployment's", error });
    });
  };
  keys.onChange(compareAgain);
  secrets.onChange(compareAgain);
}

/** Compares all kinds of keys before it records any promoted key. */
async function compare(store: Settings, kinds: readonly Kind[]): Promise<void> {
  const promoted: (readonly [setting: string, name: string])[] = [];
  for (const { setting, what, named } of kinds) {
    const [own] = named;
    if (own === undefined) {
      throw new Error(
        `Several nodes need ${what} in common. Set PIS_KEYS_DIR to the folder that contains them.`,
      );
    }
    const used = await store.addSetting(setting, own);
    if (!named.includes(used)) {
      throw new Error(
        `The deployment uses ${used} of its ${what}, which this node does not have. ` +
          'Copy the key files from a running node.',
      );
    }
    if (used !== own) promoted.push([setting, own]);
  }
  for (const [setting, name] of promoted) await store.writeSetting(setting, name);
}
