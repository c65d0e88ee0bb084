import { hash } from 'node:crypto';
import { LIVE_SCRIPT } from './live-script.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { STYLESHEET } from './stylesheet.ts';

/** The bank's logo as SVG. Its two colours have enough contrast on light and dark backgrounds. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0d6b5f"/>
<path d="M7 14 16 7l9 7v2H7z" fill="#fff"/>
<path d="M9 18h2.6v5H9zM14.7 18h2.6v5h-2.6zM20.4 18H23v5h-2.6z" fill="#fff"/>
<path d="M7 25.2h18" stroke="#9fe0d2" stroke-width="2" stroke-linecap="round"/>
</svg>
`;

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
export const LIVE_SCRIPT_PATH = pathOf('live', 'js', LIVE_SCRIPT);
export const ICON_PATH = pathOf('bank', 'svg', ICON);

export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [STYLESHEET_PATH, { type: 'text/css; charset=utf-8', content: STYLESHEET }],
  [PASSKEY_SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', content: PASSKEY_SCRIPT }],
  [LIVE_SCRIPT_PATH, { type: 'text/javascript; charset=utf-8', content: LIVE_SCRIPT }],
  [ICON_PATH, { type: 'image/svg+xml', content: ICON }],
]);
