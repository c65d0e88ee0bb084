import { Layout } from '../../components/layout.tsx';

/** Start page of the customer listener, for visitors whom no TPP redirected. */
export function HomePage({ bankName }: { readonly bankName: string }) {
  return (
    <Layout bankName={bankName} title="Here you approve payments">
      <p>
        A provider that you use sends you here to sign in, read what will be paid, and approve or
        refuse it. To approve something new, begin at the provider.
      </p>
      <p>
        What you approved before, what came of it, and what you permitted is on{' '}
        <a href="/my">your own pages</a>.
      </p>
      <p class="quiet">
        For providers: all addresses are in the{' '}
        <a href="/.well-known/openid-configuration">discovery document</a>.
      </p>
    </Layout>
  );
}
