import type { Env, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { EVENT_PREFIX } from '../domain/records/event-notifications.ts';
import { formatInstant, type Clock, type Instant } from '../shared/time.ts';
import { callbackStyle } from './callback.ts';

/** Paths of the page with received events and of the receiver, on the customers' listener. */
const INBOX_PATH = '/sandbox/events';
const RECEIVER_PATH = `${INBOX_PATH}/event-notifications`;

/** Number of events that are kept. */
const MAX_KEPT = 100;
/** Largest event, in bytes. */
const EVENT_MAX_BYTES = 64 * 1024;
/** Maximum number of arrays and objects in an event. Deep ones grow much when indented. */
const MAX_NESTED = 100;
/** Maximum length of the indented claims of an event, in characters. */
const MAX_TEXT_CHARACTERS = 16 * 1024;

/** An event that the receiver accepted. */
interface ReceivedEvent {
  readonly receivedAt: Instant;
  /** The software id of the TPP. */
  readonly audience: string;
  readonly type: string;
  /** The claims as indented JSON. */
  readonly text: string;
}

/**
 * Serves a receiver of pushed events for users of the sandbox who have no server of their own, and
 * a page with the newest events. They are kept in memory. Their signatures are not verified.
 *
 * @param app the bank's pages, which add their headers to every response
 */
export function serveEventInbox<Bound extends Env>(
  app: Hono<Bound>,
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): void {
  const received: ReceivedEvent[] = [];
  app.post(RECEIVER_PATH, bodyLimit({ maxSize: EVENT_MAX_BYTES }), async (context) => {
    const event = readEvent(await context.req.text(), clock());
    if (event === undefined) return new Response('Expected a JWT with events.\n', { status: 400 });
    received.unshift(event);
    received.length = Math.min(received.length, MAX_KEPT);
    return new Response(null, { status: 202 });
  });
  app.get(INBOX_PATH, (context) => {
    const tpp = context.req.query('tpp');
    const tpps = [...new Set(received.map(({ audience }) => audience))].sort();
    const shown = received.filter(({ audience }) => tpp === undefined || audience === tpp);
    return context.html(pageOf(`${origin}${INBOX_PATH}`, tpps, shown));
  });
  app.get(`${INBOX_PATH}.css`, () => callbackStyle());
}

function readEvent(token: string, receivedAt: Instant): ReceivedEvent | undefined {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    if ((payload.match(/[[{]/g) ?? []).length > MAX_NESTED) return undefined;
    const claims = JSON.parse(payload) as Readonly<Record<string, unknown>>;
    const { aud, events } = claims;
    const [type] = Object.keys(events as object);
    if (type === undefined || typeof aud !== 'string') return undefined;
    const text = JSON.stringify(claims, null, 2);
    if (text.length > MAX_TEXT_CHARACTERS) return undefined;
    // Replaces lone surrogates, which a link cannot contain.
    const audience = Buffer.from(aud).toString();
    return { receivedAt, audience, type: type.replace(EVENT_PREFIX, ''), text };
  } catch {
    return undefined;
  }
}

function pageOf(address: string, tpps: readonly string[], events: readonly ReceivedEvent[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Received events</title>
        <link rel="stylesheet" href="/sandbox/events.css" />
      </head>
      <body>
        <main>
          <h1>Received events</h1>
          <p>
            This page replaces the server of a real TPP. Use its address as CallbackUrl of a
            subscription: ${address}. It shows the newest ${MAX_KEPT} events since the service
            started. Reload the page to see new events.
          </p>
          <nav aria-label="TPPs">
            <a href="/sandbox/events">All TPPs</a>
            ${tpps.map(
              (tpp) => html`<a href="/sandbox/events?tpp=${encodeURIComponent(tpp)}">${tpp}</a> `,
            )}
          </nav>
          ${events.length === 0 ? html`<p>No event was received.</p>` : ''}
          ${events.map(
            ({ receivedAt, audience, type, text }) => html`
              <h2>${type}</h2>
              <p>Received for ${audience} at ${formatInstant(receivedAt)}</p>
              <pre>${text}</pre>
            `,
          )}
        </main>
      </body>
    </html>`;
}
