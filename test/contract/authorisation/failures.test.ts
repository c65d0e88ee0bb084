import { expect, test } from 'vitest';
import { Browser } from './browser.ts';
import { World } from './world.ts';

test('while the store is unavailable, the server responds with 503 and Retry-After without internal details', async () => {
  const world = new World();
  await world.open();
  try {
    const tpp = world.tpp('tpp-one');
    const url = await tpp.authorizeUrl(await world.consent(tpp.id));
    await world.store.close();
    const token = await tpp.clientToken();
    expect(token).toMatchObject({ status: 503, json: { error: 'temporarily_unavailable' } });
    expect(token.headers['retry-after']).toBe('1');
    expect(Object.keys(token.json)).toEqual(['error']);
    expect(world.answered.at(-1)).toEqual(['authorisation.issueToken', 503]);
    const page = await new Browser(world).get(url);
    expect(page.status).toBe(503);
    expect(page.text).toBe('<p>server_error</p>');
    expect(world.events).toContainEqual(
      expect.objectContaining({ kind: 'failure', what: 'the authorisation server' }),
    );
  } finally {
    await world.close();
  }
});
