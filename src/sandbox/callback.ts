import type { Env, Hono } from 'hono';
import { DEFAULT_PORTS } from '../config/default-ports.ts';

/**
 * Path of the callback page for the TPPs that the sandbox provides. The page is on the customers'
 * listener.
 */
export const CALLBACK_PATH = '/sandbox/callback';

/**
 * Returns the URL of the callback page if the customers' listener uses this port. The URL contains
 * an IP address, because the standard does not allow the host name `localhost`.
 */
export function callbackAddress(pagesPort: number): string {
  return `https://127.0.0.1:${String(pagesPort)}${CALLBACK_PATH}`;
}

const CALLBACK_URL = /^https:\/\/127\.0\.0\.1:\d+\/sandbox\/callback$/;

/**
 * Returns the redirect URIs of a TPP that the sandbox provides, with the current URL of the
 * callback page. The URL with the default port stays registered. If an operator removed that URL,
 * the list is returned unchanged.
 */
export function withCallback(redirectUris: readonly string[], pagesPort: number): string[] {
  const usual = callbackAddress(DEFAULT_PORTS.pages);
  if (!redirectUris.includes(usual)) return [...redirectUris];
  const others = redirectUris.filter((uri) => uri === usual || !CALLBACK_URL.test(uri));
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
      <p>This page replaces the page of a real TPP. The bank redirected the customer here.</p>
      <h2>What happened</h2>
      <p id="happened"></p>
      <h2>What the TPP does next</h2>
      <p id="next"></p>
      <h2>What the bank sent</h2>
      <dl id="received"></dl>
      <noscript>The response is in the URL after the #: a code or an error.</noscript>
    </main>
    <script src="callback.js"></script>
  </body>
</html>
`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem;
  padding: 0 1rem; color: #1d2733; background: #fff; overflow-wrap: anywhere; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; unicode-bidi: isolate; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
a { color: inherit; }
pre { white-space: pre-wrap; }
@media (prefers-color-scheme: dark) { body { color: #e8edf2; background: #14191f; } }
`;

/** Returns the styles of the sandbox's own pages. */
export function callbackStyle(): Response {
  return new Response(STYLE, { headers: { 'content-type': 'text/css; charset=utf-8' } });
}

/**
 * The texts of the callback page for each kind of response. They describe what happened and what
 * the TPP does next.
 */
const OUTCOMES = {
  approved: [
    'The customer approved, and the bank sent a code.',
    'Exchange the code for a token: POST it to /as/token on the mTLS listener, once and within a ' +
      'minute. Submit the payment with that token.',
  ],
  refused: [
    'Nothing was approved: the customer or the bank refused. error_description says which.',
    'Read the consent. If its status is Rejected, create a new one if the customer still ' +
      'wants to pay.',
  ],
  failed: [
    'The bank could not carry out the request to authorise: nothing was approved.',
    'Correct the problem that error and error_description describe, and send the customer again with a new ' +
      'request. You can reuse the consent while its status is AwaitingAuthorisation.',
  ],
  nothing: [
    'The URL contains neither a code nor an error. The bank did not redirect the browser here.',
    'Create a consent, and send the customer to /as/authorize with a request for it.',
  ],
};

const HANDED_OVER = 'pis has received the response and continues. You can close this page.';

/**
 * The script that displays the parameters in the URL's fragment, because browsers do not send the
 * fragment to the server. The parameters are inserted as text, so they cannot contain markup.
 */
const SCRIPT = `const outcomes = ${JSON.stringify(OUTCOMES, null, 2)};
const list = document.getElementById('received');
const parts = new URLSearchParams(location.hash.slice(1) || location.search.slice(1));
const outcome = parts.get('error') === 'access_denied' ? outcomes.refused
  : parts.has('error') ? outcomes.failed
  : parts.has('code') ? outcomes.approved
  : outcomes.nothing;
document.getElementById('happened').textContent = outcome[0];
document.getElementById('next').textContent = outcome[1];
for (const [name, value] of parts) {
  const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
  term.textContent = name;
  detail.textContent = value;
  list.append(term, detail);
}
// pis waits for the address on the port that its state names.
const port = /^pis-(\\d{1,5})-/.exec(parts.get('state') ?? '')?.[1];
if (port !== undefined) {
  fetch(\`http://127.0.0.1:\${port}/\`, { method: 'POST', mode: 'no-cors', body: location.href })
    .then(() => { document.getElementById('next').textContent = ${JSON.stringify(HANDED_OVER)}; })
    .catch(() => undefined);
}
`;

/**
 * Serves a callback page for users of the sandbox who have no TPP software of their own.
 *
 * @param app the bank's pages, which add their headers to every response
 * @param policy the content security policy of the bank's pages, extended to allow scripts from
 * this origin
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
