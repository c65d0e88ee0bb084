import type { Env, Hono } from 'hono';
import { USUAL_PORTS } from '../config/usual-ports.ts';

/** Where the ready-made TPPs have customers sent back to; below the customers' door. */
export const CALLBACK_PATH = '/sandbox/callback';

/**
 * Its address, for a customers' door on that port. By number: the standard's flow forbids the name
 * `localhost`.
 */
export function callbackAddress(pagesPort: number): string {
  return `https://127.0.0.1:${String(pagesPort)}${CALLBACK_PATH}`;
}

const OURS = /^https:\/\/127\.0\.0\.1:\d+\/sandbox\/callback$/;

/**
 * The addresses of a ready-made TPP with the one that the page has now; the usual one stays, where
 * somebody wrote it down. Whoever took that out is given none.
 */
export function withCallback(redirectUris: readonly string[], pagesPort: number): string[] {
  const usual = callbackAddress(USUAL_PORTS.pages);
  if (!redirectUris.includes(usual)) return [...redirectUris];
  const others = redirectUris.filter((uri) => uri === usual || !OURS.test(uri));
  return [...new Set([...others, callbackAddress(pagesPort)])];
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Back at the TPP</title>
    <link rel="stylesheet" href="callback.css" />
  </head>
  <body>
    <main>
      <h1>Back at the TPP</h1>
      <p>This page stands for the TPP's own. The bank sent the customer here, with:</p>
      <dl id="received"></dl>
      <p>
        A <code>code</code> is good for one token, for a minute: POST it to
        <code>/as/token</code> at the TPPs' door.
      </p>
      <noscript>The answer is in the address, after the #.</noscript>
    </main>
    <script src="callback.js"></script>
  </body>
</html>
`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem;
  padding: 0 1rem; color: #1d2733; background: #fff; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { body { color: #e8edf2; background: #14191f; } }
`;

/** Shows what the address holds, which a server never sees; as text, whatever it is. */
const SCRIPT = `const list = document.getElementById('received');
const parts = new URLSearchParams(location.hash.slice(1) || location.search.slice(1));
for (const [name, value] of parts) {
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  detail.textContent = value;
  list.append(term, detail);
}
`;

/**
 * The page of a TPP that somebody trying the sandbox does not have.
 *
 * @param app the bank's pages, which put their headers on every answer
 * @param policy the bank's too, but that scripts of one's own may run
 */
export function serveCallback<Bound extends Env>(app: Hono<Bound>, policy: string): void {
  const serve = (path: string, type: string, content: string): void => {
    const headers = {
      'content-security-policy': policy,
      'content-type': `${type}; charset=utf-8`,
    };
    app.get(path, () => new Response(content, { headers }));
  };
  serve(CALLBACK_PATH, 'text/html', PAGE);
  serve(`${CALLBACK_PATH}.css`, 'text/css', STYLE);
  serve(`${CALLBACK_PATH}.js`, 'text/javascript', SCRIPT);
}
