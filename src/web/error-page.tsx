import type { ErrorPage } from '../auth/oauth/configuration.ts';
import { assert } from '../shared/assert.ts';
import { Layout, wholePage } from './components/layout.tsx';

/**
 * A page for a browser that the authorisation server cannot send back: the customer learns that
 * nothing happened, whoever looks after the TPP what was wrong.
 */
export function createErrorPage(bankName: string): ErrorPage['render'] {
  return ({ error, error_description: description }) => {
    const page = wholePage(
      <Layout bankName={bankName} title="We cannot open this request">
        <p>
          Nothing was approved. Go back to the provider that sent you here, and begin again there.
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
    assert(!(page instanceof Promise), 'a page of our own waits for nothing');
    return page.toString();
  };
}
