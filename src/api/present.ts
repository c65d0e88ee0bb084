import type { AccountNumber } from '../domain/accounts.ts';
import type { ConsentStatus } from '../domain/lifecycle.ts';
import type { Consent, Payment } from '../domain/records.ts';
import type { Family } from '../families/family.ts';
import { formatInstant } from '../kernel/time.ts';

/**
 * Answers are texts put together from parts: what the TPP sent goes back byte for byte, as the
 * standard demands of the Initiation, so it is never parsed and written again.
 */

/** Address of a resource, with its neighbours where the answer is a page of several. */
export interface Links {
  readonly Self: string;
  readonly First?: string;
  readonly Prev?: string;
  readonly Next?: string;
  readonly Last?: string;
}

/** The answer about a consent; `base` is the address that its own begins with. */
export function presentConsent(family: Family, consent: Consent, base: string): string {
  const head = {
    ConsentId: consent.id,
    CreationDateTime: formatInstant(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
  };
  const debtorAccount = AUTHORISED.has(consent.status) ? consent.debtorAccount : null;
  const self = `${base}/${family.consents}/${consent.id}`;
  return answer(head, { ...consent, debtorAccount }, self);
}

/** Of a consent, the debtor's account may be named once it is authorised (rules, 5). */
const AUTHORISED: ReadonlySet<ConsentStatus> = new Set(['Authorised', 'Consumed']);

/** The answer about a payment; `base` is the address that its own begins with. */
export function presentPayment(family: Family, payment: Payment, base: string): string {
  const head = {
    [family.paymentIdName]: payment.id,
    CreationDateTime: formatInstant(payment.createdAt),
    Status: family.statusOf(payment.groupStatus),
    StatusUpdateDateTime: formatInstant(payment.statusUpdatedAt),
  };
  return answer(head, payment, `${base}/${family.payments}/${payment.id}`);
}

/** An answer whose data is made here: nothing in it came from the TPP. */
export function presentData(data: object, links: Links, totalPages: number): string {
  return JSON.stringify({ Data: data, Links: links, Meta: { TotalPages: totalPages } });
}

/** What the TPP sent, and the account that the answer names, if any. */
interface Sent {
  readonly data: string;
  readonly risk: string | null;
  readonly debtorAccount: AccountNumber | null;
}

function answer(head: Record<string, string>, sent: Sent, self: string): string {
  const debtor = sent.debtorAccount === null ? '' : debtorMember(sent.debtorAccount);
  const risk = sent.risk === null ? '' : `"Risk":${sent.risk},`;
  const data = `{${inside(JSON.stringify(head))},${inside(sent.data)}${debtor}}`;
  const links: Links = { Self: self };
  return `{"Data":${data},${risk}"Links":${JSON.stringify(links)},"Meta":{"TotalPages":1}}`;
}

function debtorMember(account: AccountNumber): string {
  const debtor = { SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: account };
  return `,"Debtor":${JSON.stringify(debtor)}`;
}

/** The members of an object, without its braces. */
function inside(object: string): string {
  return object.slice(object.indexOf('{') + 1, object.lastIndexOf('}'));
}
