import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Handler } from '../request-context.ts';
import { serializeConsent, serializeData } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** Creates a consent of the family to which the route belongs. */
export const createConsentHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const submission = { clientId: grant.clientId, key: expectDefined(key, 'key'), act, faults };
    const consent = await useCases.createConsent(
      route.version,
      expectDefined(body, 'body'),
      submission,
    );
    if (consent instanceof Refusal) return consent;
    const view = await useCases.viewConsent(consent, act.at);
    return json(route, serializeConsent(route.version, view, base));
  };

/** Migrates a consent of an earlier version. The body is the whole consent or a patch. */
export const migrateConsentHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, body, key, grant, act, faults, base }) => {
    const isPatch = route.operation.body === 'patch';
    const request = { clientId: grant.clientId, key: expectDefined(key, 'key'), act, faults };
    const consent = await useCases.migrateConsent(route.version, id, expectDefined(body, 'body'), {
      ...request,
      isPatch,
    });
    if (consent instanceof Refusal) return consent;
    const view = await useCases.viewConsent(consent, act.at);
    return json(route, serializeConsent(route.version, view, base));
  };

/** Returns a consent with its current status. */
export const readConsentHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, base, now }) => {
    const requester = { clientId: grant.clientId, now, version: route.version };
    const consent = await useCases.findLivingConsent(id, requester);
    if (consent instanceof Refusal) return consent;
    return json(
      route,
      serializeConsent(route.version, await useCases.viewConsent(consent, now), base),
    );
  };

/** Revokes a consent. Payments that were already made under it are not affected (rules, 8.13). */
export const deleteConsentHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, act }) => {
    const requester = { clientId: grant.clientId, version: route.version };
    const refused = await useCases.revokeConsent(id, requester, act);
    return refused ?? { status: route.operation.success, body: null, contentType: null };
  };

/** Responds whether the account's balance covers the amount of an authorised consent. */
export const confirmFundsHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, now, base }) => {
    const { clientId, consentId } = grant;
    const requester = { clientId, now, version: route.version, boundTo: consentId };
    const isAvailable = await useCases.confirmFunds(id, requester);
    if (isAvailable instanceof Refusal) return isAvailable;
    const FundsAvailableResult = {
      FundsAvailableDateTime: formatInstant(now),
      FundsAvailable: isAvailable,
    };
    const Self = `${base}/${route.family.consents}/${id}/funds-confirmation`;
    return json(route, serializeData({ FundsAvailableResult }, { Self }, 1));
  };

/**
 * Responds whether the account's balance covers the amount in a request under an authorised VRP
 * consent.
 */
export const confirmAmountHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, now, body, faults }) => {
    const { clientId, consentId } = grant;
    const requester = { clientId, now, version: route.version, boundTo: consentId, faults };
    const confirmed = await useCases.confirmAmount(
      id,
      expectDefined(body, 'body').value,
      requester,
    );
    if (confirmed instanceof Refusal) return confirmed;
    const at = formatInstant(now);
    const Data = {
      FundsConfirmationId: newId('fc', now),
      ConsentId: id,
      CreationDateTime: at,
      Reference: confirmed.reference,
      FundsAvailableResult: {
        FundsAvailableDateTime: at,
        FundsAvailable: confirmed.isAvailable ? 'Available' : 'NotAvailable',
      },
      InstructedAmount: confirmed.amount,
    };
    return json(route, JSON.stringify({ Data }));
  };
