import { hash } from 'node:crypto';

/** Type of the authorization details (RFC 9396) that a customer approves at the bank's provider. */
const DETAILS_TYPE = 'payment_approval';

/** The summary of an approval, in the words of the bank's pages. */
export interface ApprovalDetails {
  readonly type: typeof DETAILS_TYPE;
  /** Amount and payee, for example `£10.50 to Fresco Ltd`. */
  readonly headline: string;
  /** Labelled lines, for example the payee's account and the debited account. */
  readonly lines: readonly { readonly label: string; readonly values: readonly string[] }[];
  /** Dynamic-linking hash: it covers the whole consent, not only these texts. */
  readonly linked_to: string;
}

/** Returns the authorization details of an approval. */
export function detailsOf(
  { headline, lines }: Pick<ApprovalDetails, 'headline' | 'lines'>,
  dynamicLinkingHash: string,
): ApprovalDetails {
  return { type: DETAILS_TYPE, headline, lines, linked_to: dynamicLinkingHash };
}

/**
 * Returns the digest of authorization details: SHA-256, base64url, of their canonical JSON (RFC
 * 8785). The provider puts the same digest into the ID token.
 */
export function digestOf(details: readonly ApprovalDetails[]): string {
  return hash('sha256', canonicalJson(details), 'base64url');
}

/** Returns canonical JSON (RFC 8785) of a value that consists of texts, lists and objects. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    // Sorts by UTF-16 code units, as RFC 8785 requires.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
