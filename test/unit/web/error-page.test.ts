import { describe, expect, it } from 'vitest';
import { createErrorPage } from '../../../src/web/error-page.tsx';

describe('the page of an error that leads nowhere', () => {
  const render = createErrorPage('Sandbox Bank');

  it('tells the customer that nothing happened, and the provider what was wrong', () => {
    const page = render({ error: 'invalid_request', error_description: 'no <b>scope</b>' });
    expect(page).toMatch(/^<!doctype html><html lang="en-GB">/);
    expect(page).toContain('Nothing was approved.');
    expect(page).toContain(
      'For the provider: <bdi>invalid_request</bdi>, <bdi>no &lt;b&gt;scope&lt;/b&gt;</bdi>',
    );
  });

  it('needs no description', () => {
    expect(render({ error: 'server_error' })).toContain(
      'For the provider: <bdi>server_error</bdi><',
    );
  });
});
