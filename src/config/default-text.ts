import type { Setting } from './setting.ts';

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
