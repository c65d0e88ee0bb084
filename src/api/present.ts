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

export function presentConsent(family: Family, consent: Consent, base: string): string {
  const head = members({
    ConsentId: consent.id,
    CreationDateTime: formatInstant(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
  });
  const self = `${base}/${family.consents}/${consent.id}`;
  return answer(head, consent, { Self: self });
}

export function presentPayment(family: Family, payment: Payment, base: string): string {
  const head = members({
    [family.paymentIdName]: payment.id,
    CreationDateTime: formatInstant(payment.createdAt),
    Status: payment.status,
    StatusUpdateDateTime: formatInstant(payment.statusUpdatedAt),
  });
  const self = `${base}/${family.payments}/${payment.id}`;
  return answer(head, payment, { Self: self });
}

/** An answer whose data is made here: nothing in it came from the TPP. */
export function presentData(data: object, links: Links, totalPages: number): string {
  return JSON.stringify({ Data: data, Links: links, Meta: { TotalPages: totalPages } });
}

function answer(head: string, resource: Consent | Payment, links: Links): string {
  const debtor = debtorOf(resource);
  const risk = resource.risk === null ? '' : `"Risk":${resource.risk},`;
  const data = `{${head},${inside(resource.data)}${debtor}}`;
  return `{"Data":${data},${risk}"Links":${JSON.stringify(links)},"Meta":{"TotalPages":1}}`;
}

/** The debtor's account may be named once the customer has authorised (rules, 5). */
function debtorOf(resource: Consent | Payment): string {
  const isAuthorised = !('refusal' in resource) || AUTHORISED.has(resource.status);
  if (resource.debtorAccount === null || !isAuthorised) return '';
  const debtor = {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: resource.debtorAccount,
  };
  return `,"Debtor":${JSON.stringify(debtor)}`;
}

const AUTHORISED: ReadonlySet<string> = new Set(['Authorised', 'Consumed']);

/** The members of an object, without its braces. */
function inside(object: string): string {
  return object.slice(object.indexOf('{') + 1, object.lastIndexOf('}'));
}

function members(record: Record<string, string>): string {
  return JSON.stringify(record).slice(1, -1);
}
