import { actOf, type FormResult } from '../forms.ts';
import { endVisit } from '../bank-visit.ts';
import { approve, enter, toPage } from './actions.ts';
import type { InteractionRequest } from './interaction.ts';

/**
 * Continues the interaction of a customer who came back from the bank's OpenID Provider, or who
 * answered in the bank's app. An approval counts only for exactly what the page showed, and only in
 * the session that began it.
 */
export async function returnFromBank(request: InteractionRequest): Promise<FormResult> {
  const { parts, interaction, consent, browserSessions, browserSession, session } = request;
  const returned = await endVisit(request, interaction.uid, (problem) => toPage(request, problem));
  if ('location' in returned) return returned;
  const { visit, userId, evidence } = returned;
  const act = actOf(request, userId);
  const now = parts.machineClock();
  const { approval } = visit;
  if (approval === null) {
    const { id, session: begun, replaces } = browserSessions.next(browserSession, interaction.uid);
    const user = { userId, evidence };
    await parts.store.beginProvenSession(begun, 'identified', user, replaces, act, now);
    return enter(request, userId, { id, session: begun }, act);
  }
  if (session === undefined) return toPage(request, 'ended');
  const { dynamicLinkingHash, payeeCheck } = await request.summary(session);
  if (consent.status !== 'AwaitingAuthorisation') return toPage(request);
  if (approval.details.linked_to !== dynamicLinkingHash) {
    return toPage(request, payeeCheck === null ? 'changed' : 'checkChanged');
  }
  const proof = { hash: session.hash, userId, dynamicLinkingHash, evidence };
  if (!(await parts.store.takeProvenApproval(proof, act, now))) return toPage(request, 'ended');
  return approve(request, session, { factor: 'provider', dynamicLinkingHash, payeeCheck });
}
