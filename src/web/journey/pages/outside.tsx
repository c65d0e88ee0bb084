import { Layout } from '../../components/layout.tsx';

/**
 * Texts of the error pages that are shown without an interaction, by reason. These pages have no
 * link back to the TPP.
 */
export const FAILURES = {
  ended: {
    status: 410,
    title: 'This session has ended',
    message:
      'It has already been completed, has expired, or belongs to another browser. To approve ' +
      'something, start again at the provider that sent you here.',
  },
  forbidden: {
    status: 403,
    title: 'This form did not come from our pages',
    message: 'For your safety, we did nothing. Start again at the provider that sent you here.',
  },
  notFound: {
    status: 404,
    title: 'Page not found',
    message: 'Check the address, or start again at the provider that sent you here.',
  },
  unavailable: {
    status: 503,
    title: 'Something went wrong',
    message: 'Nothing was approved by this request. Wait a moment, then reload the page.',
  },
} as const;

export function FailurePage(properties: {
  readonly bankName: string;
  readonly reason: keyof typeof FAILURES;
}) {
  const { title, message } = FAILURES[properties.reason];
  return (
    <Layout bankName={properties.bankName} title={title}>
      <p>{message}</p>
    </Layout>
  );
}

/** Page of a customer who came back from the bank's OpenID Provider. It opens the next page. */
export function ReturnPage({
  bankName,
  next,
}: {
  readonly bankName: string;
  readonly next: string;
}) {
  return (
    <Layout bankName={bankName} title="One moment">
      <p>
        <a href={next}>Continue</a>
      </p>
    </Layout>
  );
}

/** Start page of the customers' listener, for visitors who were not redirected by a TPP. */
export function HomePage({ bankName }: { readonly bankName: string }) {
  return (
    <Layout bankName={bankName} title="Here you approve payments">
      <p>
        A provider that you use sends you here to sign in, check what will be paid, and approve or
        reject it. To approve something new, start at the provider.
      </p>
      <p>
        To see your earlier approvals, your payments and your permissions, open{' '}
        <a href="/my">your own pages</a>.
      </p>
      <p class="quiet">
        For providers: all endpoints are listed in the{' '}
        <a href="/.well-known/openid-configuration">discovery document</a>.
      </p>
    </Layout>
  );
}
