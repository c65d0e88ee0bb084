import type { Family } from '../families/common/family.ts';
import type { ConsentView, Members, PaymentView } from '../families/common/view.ts';
import { formatInstant } from '../shared/time.ts';

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
export function serializeConsent(family: Family, view: ConsentView, base: string): string {
  const { consent } = view;
  const told = {
    ConsentId: consent.id,
    CreationDateTime: formatInstant(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
    ...family.consentMembers(view),
  };
  const self = `${base}/${family.consents}/${consent.id}`;
  return answer(told, family.sentBack(consent.data, 'consent'), consent.risk, self);
}

/** The answer about a payment; `base` is the address that its own begins with. */
export function serializePayment(family: Family, view: PaymentView, base: string): string {
  const { payment } = view;
  const { status, since } = family.statusOf(payment);
  const told = {
    [family.paymentIdName]: payment.id,
    CreationDateTime: formatInstant(payment.createdAt),
    Status: status,
    StatusUpdateDateTime: formatInstant(since),
    ...family.paymentMembers(view),
  };
  const risk = family.paymentShowsRisk ? payment.risk : null;
  const self = `${base}/${family.payments}/${payment.id}`;
  return answer(told, family.sentBack(payment.data, 'payment'), risk, self);
}

/** An answer whose data is made here: nothing in it came from the TPP. */
export function serializeData(data: object, links: Links, totalPages: number): string {
  return JSON.stringify({ Data: data, Links: links, Meta: { TotalPages: totalPages } });
}

/** What the bank tells and what the TPP sent, as one object. */
function answer(told: Members, sent: string, risk: string | null, self: string): string {
  const data = `{${inside(JSON.stringify(told))},${inside(sent)}}`;
  const links: Links = { Self: self };
  const riskMember = risk === null ? '' : `"Risk":${risk},`;
  return `{"Data":${data},${riskMember}"Links":${JSON.stringify(links)},"Meta":{"TotalPages":1}}`;
}

/** The members of an object, without its braces. */
function inside(object: string): string {
  return object.slice(object.indexOf('{') + 1, object.lastIndexOf('}'));
}
