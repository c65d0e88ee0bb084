import { Layout } from '../../components/layout.tsx';

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
