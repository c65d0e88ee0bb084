import type { KeyRing } from '../auth/keys/key-ring.ts';
import type { SharedKeys } from '../auth/keys/shared-keys.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';

/** The keys that all nodes of a deployment have alike, as they are told from others. */
interface NamedKeys {
  readonly keys: Pick<KeyRing, 'thumbprints' | 'onChange'>;
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange'>;
}

/** The same, for use. */
export interface KeysOfNodes extends NamedKeys {
  readonly secrets: Pick<SharedKeys, 'kids' | 'onChange' | 'deriveEach'>;
}

/** A kind of key, with what names each one and tells nothing of it. */
interface Kind {
  /** The store's setting that names the key in use. */
  readonly setting: string;
  readonly what: string;
  /** Those of this node, that in use first. */
  readonly named: readonly string[];
}

type Settings = Pick<Store, 'addSetting' | 'writeSetting'>;

/**
 * Holds the keys of this node against those of its deployment: its first node wrote into the store
 * which ones are in use. Throws where this node does not have them: what it signs could be verified
 * by nobody who asked another node for keys. One that has them, and uses another by now, is where a
 * key was promoted (docs/decisions, 104). Those that change while it runs it tells as failures.
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
      observe({ kind: 'failure', what: "holding keys against the deployment's", error });
    });
  };
  keys.onChange(compareAgain);
  secrets.onChange(compareAgain);
}

/** Looks at all kinds before it writes which keys are used from now on. */
async function compare(store: Settings, kinds: readonly Kind[]): Promise<void> {
  const promoted: (readonly [setting: string, name: string])[] = [];
  for (const { setting, what, named } of kinds) {
    const [own] = named;
    if (own === undefined) {
      throw new Error(`A node of several needs ${what}: name their folder with PIS_KEYS.`);
    }
    const used = await store.addSetting(setting, own);
    if (!named.includes(used)) {
      throw new Error(
        `The ${what} of this node are not those of the deployment, which uses ${used}: ` +
          'copy them from a node that runs.',
      );
    }
    if (used !== own) promoted.push([setting, own]);
  }
  for (const [setting, name] of promoted) await store.writeSetting(setting, name);
}
