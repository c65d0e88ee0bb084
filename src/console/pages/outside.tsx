import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ConsoleRequest } from '../console-context.ts';
import { OutsidePage } from '../page.tsx';

/** Reasons why a page cannot be shown, with their status, title and text. */
export const FAILURES = {
  notFound: {
    status: 404,
    title: 'Page not found',
    text: 'There is nothing at this address. Check the address, or start at the first page.',
  },
  unknownPayment: {
    status: 404,
    title: 'Payment not found',
    text: 'No payment and no consent has this id. Search for the payment, or check the address.',
  },
  unknownRow: {
    status: 404,
    title: 'Row not found',
    text:
      'The payment has no such row. Rows are the payments of its file, or the executed payments of ' +
      'its order. They count from 1.',
  },
  noFile: {
    status: 404,
    title: 'No file found',
    text: 'No payment and no consent with a payment file has this id.',
  },
  unknownTpp: {
    status: 404,
    title: 'TPP not found',
    text: 'The directory never listed an organisation with this id. Check the address.',
  },
  unknownAccount: {
    status: 404,
    title: 'Account not found',
    text: 'The bank has no account of its own with this number. Open the page Ledger.',
  },
  unknownCustomer: {
    status: 404,
    title: 'Customer not found',
    text: 'The bank has no customer with this id. Search for the customer, or check the address.',
  },
  notEnrolled: {
    status: 404,
    title: 'This link is not valid',
    text:
      'The link was used before, has expired, or was replaced by a new one. It is valid for one hour. ' +
      'Ask an administrator for a new link.',
  },
  forbidden: {
    status: 403,
    title: 'This form did not come from our pages',
    text: 'For your safety, nothing was done. Open the console again and try it there.',
  },
  roleMissing: {
    status: 403,
    title: 'You do not have the role for this',
    text: 'Nothing was done. Ask an administrator if you need this role.',
  },
  fileDamaged: {
    status: 503,
    title: 'The payment file is damaged',
    text:
      'The stored file is missing or differs from the upload. Nothing is paid from it. Follow "A ' +
      'payment file is damaged" in the operations guide.',
  },
  unavailable: {
    status: 503,
    title: 'The console is not available',
    text: 'Wait a minute and try again. Check on the page whether your last action was carried out.',
  },
} as const satisfies Readonly<
  Record<string, { status: ContentfulStatusCode; title: string; text: string }>
>;

interface FailureProperties {
  readonly bankName: string;
  readonly reason: keyof typeof FAILURES;
  /** SHA-256 of the damaged file. */
  readonly sha256?: string | undefined;
}

export function FailurePage({ bankName, reason, sha256 }: FailureProperties) {
  const { title, text } = FAILURES[reason];
  return (
    <OutsidePage pageContext={{ bankName, problem: undefined }} title={title}>
      <p>{text}</p>
      {sha256 === undefined ? null : (
        <>
          <p class="wrapped">{`SHA-256 of the file: ${sha256}`}</p>
          <p>
            {'Command, while the service is stopped: '}
            <code>npx pisctl audit files</code>
          </p>
        </>
      )}
      <p>
        <a href="/">Go to the first page of the console</a>
      </p>
    </OutsidePage>
  );
}

/**
 * Page for an operator who followed a link from another site. The browser did not send the session
 * cookie with that link. The link on this page opens the requested page with the cookie.
 */
export function ArrivalPage({ pageContext }: Pick<ConsoleRequest, 'pageContext'>) {
  return (
    <OutsidePage pageContext={pageContext} title="You come from another site">
      <p>
        <a href={pageContext.path}>Continue to the console</a>
      </p>
    </OutsidePage>
  );
}
