import { describe, expect, it } from 'vitest';
import { createErrorPage } from '../../../src/web/error-page.tsx';

describe('the page of an OAuth error that cannot be returned to the TPP', () => {
  const render = createErrorPage('Sandbox Bank');

  it('shows the customer that nothing was approved, and the provider what was wrong', () => {
    const page = render({ error: 'invalid_request', error_description: 'no <b>scope</b>' });
    expect(page).toMatch(/^<!doctype html><html lang="en-GB">/);
    expect(page).toContain('Nothing was approved.');
    expect(page).toContain(
      'For the provider: <bdi>invalid_request</bdi>, <bdi>no &lt;b&gt;scope&lt;/b&gt;</bdi>',
    );
  });

  it('is shown without an error description', () => {
    expect(render({ error: 'server_error' })).toContain(
      'For the provider: <bdi>server_error</bdi><',
    );
  });
});
