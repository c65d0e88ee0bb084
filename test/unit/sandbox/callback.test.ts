import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { CALLBACK_PATH, serveCallback } from '../../../src/sandbox/callback.ts';
import { contentSecurityPolicy, secureHeaders } from '../../../src/web/headers.ts';

const app = new Hono();
app.use(secureHeaders('https://bank.example'));
serveCallback(app, contentSecurityPolicy({ scripts: true }));

describe('the callback page', () => {
  test('loads only its own style sheet and script', async () => {
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

  test('allows only its own script and is not cached', async () => {
    const { headers } = await app.request(CALLBACK_PATH);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('shows the received values as text, never as markup', async () => {
    const script = await (await app.request(`${CALLBACK_PATH}.js`)).text();
    expect(script).not.toMatch(/innerHTML|document\.write|eval/);
  });
});

describe('the text of the callback page', () => {
  /** The parts of an element that the script uses. */
  class Shown {
    textContent = '';
    readonly children: Shown[] = [];

    append(...children: Shown[]): void {
      this.children.push(...children);
    }
  }

  let script: string;

  beforeAll(async () => {
    script = await (await app.request(`${CALLBACK_PATH}.js`)).text();
  });

  function shownFor(place: { search?: string; hash?: string }) {
    const elements = { happened: new Shown(), next: new Shown(), received: new Shown() };
    runInNewContext(script, {
      document: {
        getElementById: (id: keyof typeof elements) => elements[id],
        createElement: () => new Shown(),
      },
      location: { search: '', hash: '', ...place },
      URLSearchParams,
    });
    const { happened, next, received } = elements;
    const values = received.children.map(({ textContent }) => textContent);
    return { happened: happened.textContent, next: next.textContent, values };
  }

  test('explains after an approval how to use the code', () => {
    const { happened, next, values } = shownFor({ hash: '#code=abc&state=s%20t' });
    expect(happened).toContain('approved');
    expect(next).toContain('/as/token');
    expect(values).toEqual(['code', 'abc', 'state', 's t']);
  });

  test('explains after a refusal that the consent has ended', () => {
    const { happened, next } = shownFor({ hash: '#error=access_denied&state=s' });
    expect(happened).toContain('refused');
    expect(next).toContain('create a new one');
    expect(next).not.toContain('/as/token');
  });

  test('explains an error in the query or the fragment of the URL', () => {
    const { happened, next } = shownFor({ search: '?error=invalid_request' });
    expect(happened).toContain('could not');
    expect(next).toContain('error_description');
  });

  test('explains a URL without a response', () => {
    expect(shownFor({})).toMatchObject({ values: [] });
    expect(shownFor({}).happened).toContain('neither');
  });

  test('shows markup as text', () => {
    const { values } = shownFor({ hash: '#error=%3Cscript%3Ealert(1)%3C%2Fscript%3E' });
    expect(values).toEqual(['error', '<script>alert(1)</script>']);
  });
});
