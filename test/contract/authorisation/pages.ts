import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interactions } from '../../../src/auth/oauth/interactions.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { now } from '../../helpers/later.ts';
import { actAt } from '../store/fixtures.ts';

/** Time for which an approval is valid, in milliseconds. */
export const USE_MS = 30 * 24 * 3_600_000;

/** The account that every consent in these tests names as its debtor account. */
export const DEBTOR_ACCOUNT = '11280001234567';

interface Page {
  readonly status: number;
  readonly text?: string;
  /** The URL to which the response redirects the browser. */
  readonly location?: string;
}

/**
 * Serves simple pages in place of the bank's pages for customers. `?approve=<user>` approves (with
 * a passkey if `&factor=passkey` follows), `?refuse=<why>` refuses, and without parameters the page
 * shows the interaction.
 */
export async function serveInteraction(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parts: { readonly interactions: Interactions; readonly store: Store },
): Promise<void> {
  const { status, text, location } = await pageOf(incoming, outgoing, parts);
  outgoing.writeHead(status, location === undefined ? {} : { location }).end(text);
}

async function pageOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { interactions, store }: { readonly interactions: Interactions; readonly store: Store },
): Promise<Page> {
  const visit = await interactions.find(incoming, outgoing);
  if (visit === undefined) return { status: 410, text: 'the visit is over' };
  const query = new URL(incoming.url ?? '', 'https://bank.example').searchParams;
  const reason = query.get('refuse');
  if (reason !== null) {
    return { status: 303, location: await interactions.refuse(incoming, outgoing, reason) };
  }
  const userId = query.get('approve');
  if (userId === null) return { status: 200, text: JSON.stringify(visit) };
  const { consentId } = visit;
  const consent = expectDefined(await store.findConsent(consentId), consentId);
  const grantId = await interactions.prepareGrant(consent, userId);
  const by = actAt(now());
  const factor = query.get('factor') === 'passkey' ? 'passkey' : 'code';
  const proof = { factor, dynamicLinkingHash: null } as const;
  const approved = { debtorAccount: DEBTOR_ACCOUNT, userId, lapsesAt: now() + USE_MS, ...proof };
  if (!(await store.authoriseConsent(consentId, approved, { grantId }, by))) {
    return { status: 409, text: 'decided already' };
  }
  const approval = { userId, grantId };
  return {
    status: 303,
    location: await interactions.approve(incoming, outgoing, visit, approval),
  };
}
