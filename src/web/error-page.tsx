import type { ErrorPage } from '../auth/oauth/configuration.ts';
import { assert } from '../shared/assert.ts';
import { Layout, wholePage } from './components/layout.tsx';

/**
 * Returns a function that renders OAuth errors which cannot be returned to the TPP by redirect. The
 * page states that nothing was approved. For the TPP's developers, it shows the OAuth error.
 */
export function createErrorPage(bankName: string): ErrorPage['render'] {
  return ({ error, error_description: description }) => {
    const page = wholePage(
      <Layout bankName={bankName} title="We cannot open this request">
        <p>
          Nothing was approved. Go back to the provider that sent you here, and start again there.
        </p>
        <p class="quiet">
          For the provider: <bdi>{error}</bdi>
          {description === undefined ? null : (
            <>
              , <bdi>{description}</bdi>
            </>
          )}
        </p>
      </Layout>,
    );
    assert(!(page instanceof Promise), 'the error page must render synchronously');
    return page.toString();
  };
}
