import { describe, expect, test } from 'vitest';
import type { DirectoryOrganisation } from '../../../src/domain/records/access.ts';
import { later } from '../../helpers/later.ts';
import { Browser } from './browser.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const suspended = (organisation: DirectoryOrganisation): DirectoryOrganisation => ({
  ...organisation,
  status: 'Suspended',
});

/** Opens a TPP's authorisation request in a browser. Returns the interaction that it starts. */
async function openInteraction(browser = new Browser(world())) {
  const tpp = world().tpp('tpp-one');
  const consentId = await world().consent(tpp.id);
  const { url } = await browser.follow(await tpp.authorizeUrl(consentId));
  expect(url).toContain('/interaction/');
  return { tpp, consentId, browser, url };
}

describe("a customer's interaction", () => {
  test('belongs to one consent of one TPP', async () => {
    const { consentId, browser, url } = await openInteraction();
    expect((await browser.get(url)).json).toEqual({
      uid: url.split('/').at(-1),
      clientId: 'tpp-one',
      consentId,
    });
  });

  test('is available only to its own browser', async () => {
    const { url } = await openInteraction();
    expect((await new Browser(world()).get(url)).status).toBe(410);
    const { browser } = await openInteraction();
    expect((await browser.get(url)).status).toBe(410);
  });

  test('is not available with an unsigned cookie', async () => {
    const { url } = await openInteraction();
    const uid = url.split('/').at(-1) ?? '';
    const cookie = `__Secure-interaction=${uid}; __Secure-interaction.sig=AAAA`;
    expect((await new Browser(world()).get(url, { cookie })).status).toBe(410);
  });

  test('expires after twenty minutes', async () => {
    const { browser, url } = await openInteraction();
    expect((await later(1220, () => browser.get(url))).status).toBe(410);
  });

  test('limits its cookies to its own pages', async () => {
    const { browser, url } = await openInteraction();
    await browser.follow(`${url}?approve=clara`);
    expect(browser.written.length).toBeGreaterThan(0);
    for (const line of browser.written) {
      expect(line).toMatch(/^__Secure-/);
      expect(line).toMatch(/; path=\/(?:interaction|as\/authorize)\b/);
      expect(line).toMatch(/; samesite=lax; secure; httponly$/);
      expect(line).not.toContain('domain=');
    }
  });

  test('is independent of another one in the same browser', async () => {
    const browser = new Browser(world());
    const [first, second] = [await openInteraction(browser), await openInteraction(browser)];
    for (const { url, consentId } of [second, first]) {
      expect((await browser.get(url)).json).toMatchObject({ consentId });
      const back = await browser.follow(`${url}?approve=clara`);
      expect(back.url).toMatch(/^https:\/\/tpp-one\.example\/callback#.*code=/);
    }
  });

  test('requires a sign-in even if another customer used the browser before', async () => {
    const browser = new Browser(world());
    for (const user of ['clara', 'colin', 'clara']) {
      const { url } = await openInteraction(browser);
      const back = await browser.follow(`${url}?approve=${user}`);
      expect(back.url).toContain('code=');
    }
  });

  test('ends once if the browser is redirected back twice at once', async () => {
    const { browser, url, tpp } = await openInteraction();
    const approved = await browser.get(`${url}?approve=clara`);
    const wayBack = String(approved.headers['location']);
    const ends = await Promise.all([browser.get(wayBack), browser.get(wayBack)]);
    const codes = ends.filter(({ headers }) => headers['location']?.includes('code='));
    expect(codes).toHaveLength(1);
    const { hash } = new URL(String(codes[0]?.headers['location']));
    const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';
    expect((await tpp.redeem(code)).status).toBe(200);
    expect((await browser.get(wayBack)).status).toBe(400);
  });

  test('returns access_denied and an escaped reason to the TPP after a refusal', async () => {
    const { browser, url } = await openInteraction();
    const why = encodeURIComponent('Over the "limit" of £5,000');
    const back = await browser.follow(`${url}?refuse=${why}`);
    const parameters = new URLSearchParams(new URL(back.url).hash.slice(1));
    expect(Object.fromEntries(parameters)).toEqual({
      error: 'access_denied',
      error_description: 'Over the  limit  of  5,000',
      state: 'the state',
      iss: world().issuerUrl,
    });
  });
});

describe('when the directory suspends a TPP during an interaction', () => {
  test("the customer's interaction has ended", async () => {
    const { browser, url } = await openInteraction();
    const looking = world().whileListed('tpp-one', suspended, () => browser.get(url));
    expect((await looking).status).toBe(410);
  });

  test('an approval leads to no code', async () => {
    const { browser, url } = await openInteraction();
    const approved = await browser.get(`${url}?approve=clara`);
    const wayBack = String(approved.headers['location']);
    const back = await world().whileListed('tpp-one', suspended, () => browser.get(wayBack));
    expect(back.status).toBe(400);
    expect(back.headers['location']).toBeUndefined();
  });

  test('a code leads to no token, and a token to nothing', async () => {
    const { browser, url, tpp } = await openInteraction();
    const back = await browser.follow(`${url}?approve=clara`);
    const code = new URLSearchParams(new URL(back.url).hash.slice(1)).get('code') ?? '';
    const refused = await world().whileListed('tpp-one', suspended, () => tpp.redeem(code));
    expect(refused).toMatchObject({ status: 401, json: { error: 'invalid_client' } });

    const token = String((await tpp.redeem(code)).json['access_token']);
    const verify = () => world().tokens.verify(token, tpp.thumbprint);
    expect(await verify()).toBeDefined();
    expect(await world().whileListed('tpp-one', suspended, verify)).toBeUndefined();
    expect(await verify()).toBeDefined();
  });

  test('a pushed request is refused', async () => {
    const tpp = world().tpp('tpp-one');
    const consentId = await world().consent(tpp.id);
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const { json } = await tpp.push(consentId, { claims: pkce });
    const url = tpp.authorizeUrlWith({ request_uri: String(json['request_uri']) });
    const bringing = () => new Browser(world()).follow(url);
    const { reply } = await world().whileListed('tpp-one', suspended, bringing);
    expect(reply.status).toBe(400);
  });
});
