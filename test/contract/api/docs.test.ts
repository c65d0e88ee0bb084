import { expect, test } from 'vitest';
import { useService } from '../../helpers/use-service.ts';

const { service } = useService();

test('the documentation pages load nothing from other hosts', async () => {
  const page = await fetch(`${service().origin}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const html = await page.text();
  expect(html).not.toMatch(/https?:|\/\//);
  const parts = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)].map(
    ([, part]) => part ?? '',
  );
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    const response = await fetch(new URL(part, `${service().origin}/docs`));
    expect([part, response.status]).toEqual([part, 200]);
    expect(response.headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
  }
  const start = await (await fetch(`${service().origin}/docs/start.js`)).text();
  expect(start).not.toMatch(/https?:/);
});
