import type { AnswerParts, FamilyVersion } from '../families/common/family-version.ts';
import type { ConsentView, PaymentView } from '../families/common/view.ts';

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
export function serializeConsent(version: FamilyVersion, view: ConsentView, base: string): string {
  const self = `${base}/${version.family.consents}/${view.consent.id}`;
  return answer(version.consentAnswer(view), self);
}

/**
 * Returns the response for a payment, as JSON.
 *
 * @param base base URL of the family
 */
export function serializePayment(version: FamilyVersion, view: PaymentView, base: string): string {
  const self = `${base}/${version.family.payments}/${view.payment.id}`;
  return answer(version.paymentAnswer(view), self);
}

/** Returns the JSON of a response whose `Data` contains nothing that the TPP sent. */
export function serializeData(data: object, links: Links, totalPages: number): string {
  return JSON.stringify({ Data: data, Links: links, Meta: { TotalPages: totalPages } });
}

/**
 * Returns a response whose `Data` joins the fields that the bank adds and the JSON text that the
 * TPP sent.
 */
function answer({ added, sent, risk }: AnswerParts, self: string): string {
  const data = `{${membersOf(JSON.stringify(added))},${membersOf(sent)}}`;
  const links: Links = { Self: self };
  const riskMember = risk === null ? '' : `"Risk":${risk},`;
  return `{"Data":${data},${riskMember}"Links":${JSON.stringify(links)},"Meta":{"TotalPages":1}}`;
}

/** Returns the JSON text of an object without its braces. */
function membersOf(object: string): string {
  return object.slice(object.indexOf('{') + 1, object.lastIndexOf('}'));
}
