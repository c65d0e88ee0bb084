import type { Family } from '../families/common/family.ts';
import type { ConsentView, Members, PaymentView } from '../families/common/view.ts';
import { formatInstant } from '../shared/time.ts';

/*
 * Serializes responses by joining JSON texts. The standard requires that the Initiation is returned
 * unchanged. The fields that the TPP sent are therefore never parsed and serialised again.
 */

/**
 * The `Links` of a response: the URL of the resource, and the URLs of other pages if there are
 * several.
 */
export interface Links {
  readonly Self: string;
  readonly First?: string;
  readonly Prev?: string;
  readonly Next?: string;
  readonly Last?: string;
}

/**
 * Returns the response for a consent, as JSON.
 *
 * @param base base URL of the family
 */
export function serializeConsent(family: Family, view: ConsentView, base: string): string {
  const { consent } = view;
  const added = {
    ConsentId: consent.id,
    CreationDateTime: formatInstant(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
    ...family.consentMembers(view),
  };
  const self = `${base}/${family.consents}/${consent.id}`;
  return answer(added, family.echoedData(consent.data, 'consent'), consent.risk, self);
}

/**
 * Returns the response for a payment, as JSON.
 *
 * @param base base URL of the family
 */
export function serializePayment(family: Family, view: PaymentView, base: string): string {
  const { payment } = view;
  const { status, since } = family.statusOf(payment);
  const added = {
    [family.paymentIdName]: payment.id,
    CreationDateTime: formatInstant(payment.createdAt),
    Status: status,
    StatusUpdateDateTime: formatInstant(since),
    ...family.paymentMembers(view),
  };
  const risk = family.paymentShowsRisk ? payment.risk : null;
  const self = `${base}/${family.payments}/${payment.id}`;
  return answer(added, family.echoedData(payment.data, 'payment'), risk, self);
}

/** Returns the JSON of a response whose `Data` contains nothing that the TPP sent. */
export function serializeData(data: object, links: Links, totalPages: number): string {
  return JSON.stringify({ Data: data, Links: links, Meta: { TotalPages: totalPages } });
}

/**
 * Returns a response whose `Data` joins the fields that the bank adds and the JSON text that the
 * TPP sent.
 */
function answer(added: Members, sent: string, risk: string | null, self: string): string {
  const data = `{${membersOf(JSON.stringify(added))},${membersOf(sent)}}`;
  const links: Links = { Self: self };
  const riskMember = risk === null ? '' : `"Risk":${risk},`;
  return `{"Data":${data},${riskMember}"Links":${JSON.stringify(links)},"Meta":{"TotalPages":1}}`;
}

/** Returns the JSON text of an object without its braces. */
function membersOf(object: string): string {
  return object.slice(object.indexOf('{') + 1, object.lastIndexOf('}'));
}
