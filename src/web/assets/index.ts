import { hash } from 'node:crypto';
import { ICON } from './icon.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { STYLESHEET } from './stylesheet.ts';

/** A static file of the pages. Its path contains a hash of the content, so it can be cached. */
interface Asset {
  readonly type: string;
  readonly content: string;
}

const DIGITS_OF_HASH = 12;

function pathOf(name: string, ending: string, content: string): string {
  return `/assets/${name}-${hash('sha256', content).slice(0, DIGITS_OF_HASH)}.${ending}`;
}

export const STYLESHEET_PATH = pathOf('bank', 'css', STYLESHEET);
export const PASSKEY_SCRIPT_PATH = pathOf('passkey', 'js', PASSKEY_SCRIPT);
export const ICON_PATH = pathOf('bank', 'svg', ICON);

export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLESHEET_PATH, { type: 'text/css; charset=utf-8', content: STYLESHEET }],
  [PASSKEY_SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', content: PASSKEY_SCRIPT }],
  [ICON_PATH, { type: 'image/svg+xml', content: ICON }],
]);
