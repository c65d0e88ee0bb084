import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { CALLBACK_PATH, serveCallback } from '../../../src/sandbox/callback.ts';
import { contentSecurityPolicy, secureHeaders } from '../../../src/web/headers.ts';

const app = new Hono();
app.use(secureHeaders('https://bank.example'));
serveCallback(app, contentSecurityPolicy({ scripts: true }));

describe("the page in the place of a TPP's own", () => {
  test('loads its style and its script from beside it, and nothing else', async () => {
    const page = await app.request(CALLBACK_PATH);
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(loaded).toEqual(['callback.css', 'callback.js']);
    const base = `http://bank.example${CALLBACK_PATH}`;
    const types = await Promise.all(
      loaded.map(async (path) => {
        const answer = await app.request(new URL(path, base).pathname);
        return `${String(answer.status)} ${answer.headers.get('content-type') ?? ''}`;
      }),
    );
    expect(types).toEqual(['200 text/css; charset=utf-8', '200 text/javascript; charset=utf-8']);
  });

  test('may run no script but its own, and is never kept', async () => {
    const { headers } = await app.request(CALLBACK_PATH);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('shows what it was sent as text: nobody can write a page into it', async () => {
    const script = await (await app.request(`${CALLBACK_PATH}.js`)).text();
    expect(script).not.toMatch(/innerHTML|document\.write|eval/);
  });
});
