import { addZodFaults } from '../../domain/faults.ts';
import { consentForFunds, hasFunds, referenceMismatch } from '../../engine/funds.ts';
import { AmountRequest } from '../../families/funds.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { parseAmount } from '../../kernel/money.ts';
import { formatInstant } from '../../kernel/time.ts';
import type { Handler } from '../call.ts';
import { json, type HandlerParts } from './parts.ts';

/** Whether the account has an amount that the TPP names, under an authorised consent. */
export const confirmAmountHandler =
  ({ store }: HandlerParts): Handler =>
  async ({ route, id, grant, now, body, faults }) => {
    const { clientId, consentId } = grant;
    const asker = { clientId, now, family: route.family, boundTo: consentId };
    const value = present(body, 'body').value;
    const read = AmountRequest.safeParse(value);
    if (!read.success && value !== undefined) addZodFaults(faults, read.error, value);
    if (read.success && read.data.Data.ConsentId !== id) {
      faults.add('fieldInvalid', `Expected ${id}, as in the address.`, 'Data.ConsentId');
    }
    if (!read.success || !faults.isEmpty) return faults.refusal();
    const consent = await consentForFunds(store, id, asker);
    if (consent instanceof Refusal) return consent;
    const { Reference, InstructedAmount } = read.data.Data;
    const mismatch = referenceMismatch(consent, Reference);
    if (mismatch !== undefined) return mismatch;
    const pence = present(parseAmount(InstructedAmount.Amount), 'the amount');
    const FundsAvailable = (await hasFunds(store, consent, pence)) ? 'Available' : 'NotAvailable';
    const at = formatInstant(now);
    const Data = {
      FundsConfirmationId: newId('fc', now),
      ConsentId: id,
      CreationDateTime: at,
      Reference,
      FundsAvailableResult: { FundsAvailableDateTime: at, FundsAvailable },
      InstructedAmount,
    };
    return json(route, JSON.stringify({ Data }));
  };
