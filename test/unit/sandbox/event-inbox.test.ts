import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { serveEventInbox } from '../../../src/sandbox/event-inbox.ts';

function inbox() {
  const app = new Hono();
  serveEventInbox(app, { origin: 'https://127.0.0.1:8444', clock: () => 0 });
  return {
    push: async (payload: string) => {
      const body = `head.${Buffer.from(payload).toString('base64url')}.signature`;
      const sent = await app.request('/sandbox/events/event-notifications', {
        method: 'POST',
        body,
      });
      return sent.status;
    },
    page: async () => (await app.request('/sandbox/events')).text(),
  };
}

it('shows an event whose audience is no valid text', async () => {
  const { push, page } = inbox();
  expect(await push('{"aud":"\\ud800 <b>","events":{"update":{}}}')).toBe(202);
  expect(await page()).toContain('� &lt;b&gt;');
});

it.each([
  ['nested deeply', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['long', JSON.stringify('x'.repeat(20_000))],
  ['no JSON', '{'],
])('refuses an event that is %s', async (_, value) => {
  const { push, page } = inbox();
  expect(await push(`{"aud":"tpp","events":{"update":${value}}}`)).toBe(400);
  expect(await page()).toContain('No event was received.');
});
