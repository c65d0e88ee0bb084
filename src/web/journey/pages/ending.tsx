import type { Consent } from '../../../domain/records/records.ts';
import { userText, type RichText } from '../../../domain/messages/rich-text.ts';
import { Layout } from '../../components/layout.tsx';
import { UserText } from '../../components/user-text.tsx';
import { GoBack, type PageContext } from '../../page-context.tsx';

interface Ending {
  readonly title: string;
  /** Explanation for the customer. */
  readonly message: RichText;
}

const TOO_LATE = 'It is too late to approve this';
const DECIDED: Ending = {
  title: 'This has already been decided',
  message: 'It was approved before, perhaps in another window. There is nothing left to decide.',
};

/**
 * Message about a missing file. It does not contain the reason for the refusal. The TPP has
 * received the technical reasons.
 */
const NO_FILE =
  'The payment file was not accepted, so there is nothing to approve. The provider knows the reason.';

/** Explains why a consent was rejected. The text may quote the TPP. */
function rejectionOf(consent: Consent, lacksFile: boolean): Ending {
  const { refusedBy, refusal } = consent;
  if (refusedBy === 'time') return { title: TOO_LATE, message: refusal ?? '' };
  if (refusedBy === 'customer')
    return { title: 'You rejected this', message: 'Nothing will be paid.' };
  const message = lacksFile ? NO_FILE : userText(refusal ?? 'It was refused.');
  return { title: 'We cannot make this payment', message };
}

/** Explains who revoked a consent. */
function revocationOf({ refusedBy }: Consent): RichText {
  if (refusedBy === 'bank') return 'The bank ended it.';
  return refusedBy === 'customer'
    ? 'You or a colleague ended it at the bank.'
    : 'The provider withdrew it.';
}

/** Explains for each status why the customer cannot decide about the consent. */
function endingOf(consent: Consent, lacksFile: boolean): Ending {
  switch (consent.status) {
    case 'Rejected':
      return rejectionOf(consent, lacksFile);
    case 'Expired':
      return { title: TOO_LATE, message: 'The time to approve it has passed.' };
    case 'Revoked':
      return { title: TOO_LATE, message: revocationOf(consent) };
    case 'AwaitingUpload':
      return {
        title: 'There is nothing to approve yet',
        message: 'The provider has not sent the payment file.',
      };
    case 'AwaitingAuthorisation':
    case 'Authorised':
    case 'Consumed':
      return DECIDED;
  }
}

interface EndingProperties {
  readonly pageContext: PageContext;
  readonly consent: Consent;
  /** True if the consent needs a payment file and has none. */
  readonly lacksFile: boolean;
}

/** Page for a consent that can no longer be decided. It has a button back to the TPP. */
export function EndingPage({ pageContext, consent, lacksFile }: EndingProperties) {
  const { title, message } = endingOf(consent, lacksFile);
  return (
    <Layout bankName={pageContext.bankName} title={title} step={4}>
      <div class="notice care">
        <p>
          <UserText text={message} />
        </p>
      </div>
      <p>
        Go back to <UserText text={pageContext.tpp.name} />. We inform the provider that this was
        not approved here.
      </p>
      <GoBack pageContext={pageContext} />
    </Layout>
  );
}

/** Page for an approved consent if the browser has not returned to the TPP yet. */
export function ApprovedPage({ pageContext }: { readonly pageContext: PageContext }) {
  return (
    <Layout bankName={pageContext.bankName} title="You approved this" step={4}>
      <p>
        Go back to <UserText text={pageContext.tpp.name} /> to finish.
      </p>
      <GoBack pageContext={pageContext} />
    </Layout>
  );
}
