import type { Env, Hono } from 'hono';
import { DEFAULT_PORTS } from '../config/default-ports.ts';

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
  const usual = callbackAddress(DEFAULT_PORTS.pages);
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
      <p>This page stands for the TPP's own. The bank sent the customer here.</p>
      <h2>What happened</h2>
      <p id="happened"></p>
      <h2>What the TPP does next</h2>
      <p id="next"></p>
      <h2>What the bank sent</h2>
      <dl id="received"></dl>
      <noscript>The answer is in the address, after the #: a code, or an error.</noscript>
    </main>
    <script src="callback.js"></script>
  </body>
</html>
`;

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem;
  padding: 0 1rem; color: #1d2733; background: #fff; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; unicode-bidi: isolate; overflow-wrap: anywhere; font-family: ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { body { color: #e8edf2; background: #14191f; } }
`;

/** What the address comes to: what happened, and what the TPP does next. */
const OUTCOMES = {
  approved: [
    'The customer approved, and the bank sent a code.',
    "Exchange the code for a token: POST it to /as/token at the TPPs' door, once and within a " +
      'minute. Submit the payment with that token.',
  ],
  refused: [
    'Nothing was approved: the customer or the bank refused. error_description says which.',
    'Read the consent: one that is Rejected is over. Register a new one if the customer still ' +
      'wants to pay.',
  ],
  failed: [
    'The bank could not carry out the request to authorise: nothing was approved.',
    'Mend what error and error_description tell, and send the customer again with a new ' +
      'request. A consent that still reads AwaitingAuthorisation can be used for it.',
  ],
  nothing: [
    'The address holds neither a code nor an error: nobody came here from the bank.',
    'Begin with a consent, and send the customer to /as/authorize with a request for it.',
  ],
};

/** Shows what the address holds, which a server never sees; as text, whatever it is. */
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
