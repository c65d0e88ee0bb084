import type { PayeeRequest, PayeeResult } from '../../connections/payee-contract.ts';
import { closestMatch } from '../../shared/suggest.ts';

/** The holder of an account, or the reason why the name of the account cannot be checked. */
export type KnownAccount =
  | { readonly name: string; readonly kind: 'personal' | 'business' }
  | { readonly reason: 'optedOut' | 'notReachable' };

/** Accounts of other banks, as the guides of the sandbox use them. */
const EXAMPLES: readonly (readonly [account: string, KnownAccount])[] = [
  ['20304012345678', { name: 'ACME Inc', kind: 'business' }],
  ['08080021325698', { name: 'ACME Inc', kind: 'business' }],
  ['20051760000000', { name: 'Harrow Steel Ltd', kind: 'business' }],
  ['20051861234567', { name: 'Pennine Timber Co', kind: 'business' }],
  ['20051962469134', { name: 'Albion Print Works', kind: 'business' }],
  ['30949330000010', { name: 'Marcus Sweepimus', kind: 'personal' }],
  ['20000000000001', { name: 'Fresco Ltd', kind: 'business' }],
  ['20000000000005', { name: 'Priya Sharma', kind: 'personal' }],
  ['20000000000006', { reason: 'optedOut' }],
  ['20000000000007', { reason: 'notReachable' }],
];

/** Returns the table of account names: the examples, and the accounts of a bank. */
export function knownAccounts(
  own: readonly (readonly [account: string, KnownAccount])[],
): ReadonlyMap<string, KnownAccount> {
  return new Map([...EXAMPLES, ...own]);
}

/** Compares a name with the name of its account. */
export function confirmName(
  accounts: ReadonlyMap<string, KnownAccount>,
  { id, name, account, accountType }: PayeeRequest['items'][number],
): PayeeResult {
  const known = accounts.get(account);
  if (known === undefined) return { id, answer: 'cannotBeChecked', reason: 'accountNotFound' };
  if ('reason' in known) return { id, answer: 'cannotBeChecked', reason: known.reason };
  const { name: actualName, kind } = known;
  const requested = comparable(name);
  const actual = comparable(actualName);
  const isClose = closestMatch(requested, [actual]) !== undefined;
  if (!isClose && requested !== actual) return { id, answer: 'noMatch' };
  const isOtherKind = accountType !== undefined && accountType !== kind;
  if (requested === actual && !isOtherKind) return { id, answer: 'match', accountType: kind };
  return { id, answer: 'closeMatch', actualName, accountType: kind };
}

function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\blimited\b/, 'ltd')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
