import { consentForFunds, hasConsentedAmount } from '../../engine/funds.ts';
import { Refusal } from '../../kernel/errors.ts';
import { formatInstant } from '../../kernel/time.ts';
import type { Handler } from '../call.ts';
import { presentData } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** Whether the account has what an authorised consent is to pay. */
export const confirmFundsHandler =
  (parts: HandlerParts): Handler =>
  async ({ route, id, grant, now, base }) => {
    const { clientId, consentId } = grant;
    const asker = { clientId, now, family: route.family, boundTo: consentId };
    const consent = await consentForFunds(parts.store, id, asker);
    if (consent instanceof Refusal) return consent;
    const FundsAvailableResult = {
      FundsAvailableDateTime: formatInstant(now),
      FundsAvailable: await hasConsentedAmount(parts, consent, now),
    };
    const Self = `${base}/${route.family.consents}/${id}/funds-confirmation`;
    return json(route, presentData({ FundsAvailableResult }, { Self }, 1));
  };
