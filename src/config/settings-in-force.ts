import type { SettingInForce } from '../domain/records/service-report.ts';
import { dataFolder } from './data-folder.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { nodeNameOf } from './node-name.ts';
import { SECURE_SETTINGS } from './secure-settings.ts';
import type { Setting } from './setting.ts';
import { SETTINGS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings whose value is a secret. Other secrets are in files that settings name. */
const SECRETS: ReadonlySet<string> = new Set([
  SETTINGS.s3AccessKey.variable,
  SETTINGS.s3SecretKey.variable,
]);

const LIMITS: ReadonlySet<string> = new Set(
  Object.values(LIMIT_SETTINGS).map(({ variable }) => variable),
);

/**
 * Returns the settings in force, limits first, in the order of their definitions, without secrets.
 * Values contain no user names and passwords. The environment must be the one that the service was
 * started with.
 */
export function settingsInForce(environment: Environment): readonly SettingInForce[] {
  const isSecure = environment[SETTINGS.profile.variable] === 'secure';
  const all: readonly Setting<unknown>[] = [
    ...Object.values(SETTINGS),
    ...(isSecure ? Object.values(SECURE_SETTINGS) : []),
  ];
  const settings = all.map((setting): SettingInForce => {
    const { variable, meaning, defaultText = '' } = setting;
    const written = environment[variable];
    const isSecret = SECRETS.has(variable) && written !== undefined;
    const common = { variable, meaning: plain(meaning), isSecret, isLimit: LIMITS.has(variable) };
    if (written !== undefined) {
      return {
        ...common,
        value: isSecret ? null : shownValue(written),
        source: 'environment',
      };
    }
    const value = computedDefault(environment, variable) ?? plain(defaultOf(setting));
    const source = /profile|sandbox/.test(defaultText) ? 'profile' : 'default';
    return { ...common, value: value === '' ? null : value, source };
  });
  return [
    ...settings.filter(({ isLimit }) => isLimit),
    ...settings.filter(({ isLimit }) => !isLimit),
  ];
}

/**
 * Returns the default of a setting whose definition only describes it. Empty if the setting has no
 * value with this profile, undefined if the definition has the value.
 */
function computedDefault(environment: Environment, variable: string): string | undefined {
  if (variable === SETTINGS.node.variable) return nodeNameOf({});
  if (variable !== SETTINGS.keysDirectory.variable) return undefined;
  if (environment[SETTINGS.profile.variable] === 'secure') return '';
  return dataFolder(SETTINGS.dataDirectory.schema.parse(environment['PIS_DATA_DIR'])).pki;
}

/**
 * Returns a text after the names of the settings whose paths or addresses it contains, so that an
 * operator finds the setting of a file that cannot be used.
 */
export function withSettingNames(text: string, inForce: readonly SettingInForce[]): string {
  const mentioned = inForce.filter(({ variable, value, source }) => {
    if (source !== 'environment' || value?.includes('/') !== true) return false;
    // A folder is not named for a file in it, and a path not for a longer one: /srv/key.pem.old.
    const isWhole = (rest: string): boolean => !/^(?:[\w/-]|\.\w)/.test(rest);
    return !text.includes(variable) && text.split(value).slice(1).some(isWhole);
  });
  const names = mentioned.map(({ variable }) => variable).join(', ');
  return names === '' ? text : `${names}: ${text}`;
}

/** Returns a URL without user name and password, and any other value as it is. */
function shownValue(written: string): string {
  return /^[a-z][a-z\d+.-]*:|\/\//i.test(written) ? withoutCredentials(written) : written;
}

/** Returns a value without user names and passwords. It may be a URL without its scheme. */
export function withoutCredentials(written: string): string {
  const nameless = written.replace(/^(.*?\/\/)?.*@/s, '$1…@');
  return nameless.replaceAll(/([?&]\w*password=)[^&]*/gi, '$1…');
}

/** Returns a text in Markdown without its marks for code and links. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

/** Returns the default of a setting in Markdown, as an operator would write it. Empty if none. */
export function defaultOf({ schema, defaultText }: Setting<unknown>): string {
  if (defaultText !== undefined) return defaultText;
  const value = schema.safeParse(undefined).data ?? '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  const text = Array.isArray(value) ? value.join(',') : kindOf(value);
  return text === '' ? '' : `\`${text}\``;
}

/** Returns a text, or the kind of a storage, for example `sqlite`. */
function kindOf(value: object | string): string {
  return typeof value === 'string' ? value : (value as { readonly kind: string }).kind;
}
