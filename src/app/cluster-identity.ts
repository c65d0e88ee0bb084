import type { KeyRing } from '../auth/keys/key-ring.ts';
import type { SharedKeys } from '../auth/keys/shared-keys.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';

/** The keys that all nodes of a deployment share. Only their names can be read. */
interface NamedKeys {
  readonly keys: Pick<KeyRing, 'thumbprints' | 'onChange'>;
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange'>;
}

/** The keys that all nodes of a deployment share. Further keys can be derived from them. */
export interface KeysOfNodes extends NamedKeys {
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange' | 'deriveEach'>;
}

/**
 * A kind of shared key, for example the signing keys. The keys have names that do not reveal them.
 */
interface Kind {
  /** The setting in the store that contains the name of the key in use. */
  readonly setting: string;
  readonly what: string;
  /** The names of this node's keys, starting with the key in use. */
  readonly named: readonly string[];
}

type Settings = Pick<Store, 'addSetting' | 'writeSetting'>;

/**
 * Compares this node's keys with those of its deployment. The first node recorded the names of its
 * keys in the store. Throws if this node lacks a key that is in use, because other nodes could not
 * verify its signatures. If this node has that key but uses another one, an operator has promoted a
 * key, and the store is updated (docs/decisions, 104). If keys change while the service runs, they
 * are compared again. A mismatch is then logged as a failure.
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

/** Compares all kinds of keys, and only then records the keys that an operator promoted. */
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
