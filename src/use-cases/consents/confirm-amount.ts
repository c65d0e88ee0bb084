import type { z } from 'zod';
import { addZodFaults, describe, valueAt } from '../../contract/faults.ts';
import type { SterlingAmount } from '../../contract/fields.ts';
import type { FamilyVersion } from '../../families/common/family-version.ts';
import { ConsentId } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type FaultList, Refusal, refuse } from '../../shared/errors.ts';
import { memberString } from '../../shared/json/json.ts';
import { parseAmount } from '../../shared/money.ts';
import { consentForFunds, hasFunds } from './confirm-funds.ts';
import type { Requester } from './find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';

const CONSENTED_REFERENCE = ['Initiation', 'RemittanceInformation', 'Reference'];

/** The valid body of a request. Its reference is optional from v4.0 on. */
interface AmountBody {
  readonly Data: {
    readonly Reference?: string;
    readonly InstructedAmount: z.infer<typeof SterlingAmount>;
  };
}

/** The amount that a TPP asked about, and whether that amount is available. */
export interface AmountConfirmation {
  /** Undefined if the request has none. */
  readonly reference: string | undefined;
  readonly amount: z.infer<typeof SterlingAmount>;
  readonly isAvailable: boolean;
}

/**
 * Confirms whether the debtor account of an authorised consent has the requested amount (rules,
 * 8.15).
 */
export async function confirmAmount(
  parts: Pick<UseCaseParts, 'store' | 'coreBanking'>,
  id: string,
  body: unknown,
  requester: Requester & {
    readonly version: FamilyVersion;
    readonly boundTo: string | null;
    readonly faults: FaultList;
  },
): Promise<AmountConfirmation | Refusal> {
  const { version, faults } = requester;
  const parsed = version.amount.request.safeParse(body);
  if (!parsed.success && body !== undefined) addZodFaults(faults, parsed.error, body);
  const requestedId = ConsentId.safeParse(valueAt(body, ['Data', 'ConsentId'])).data;
  if (requestedId !== undefined && requestedId !== id) {
    faults.add(
      'fieldInvalid',
      `Found ${describe(requestedId)}. Expected ${id}, as in the address.`,
      'Data.ConsentId',
    );
  }
  if (!parsed.success || !faults.isEmpty) return faults.refusal();
  const consent = await consentForFunds(parts, id, requester);
  if (consent instanceof Refusal) return consent;
  const { Reference: reference, InstructedAmount: amount } = (parsed.data as AmountBody).Data;
  // If the consent has a reference, the request must have the same one
  // (OBVRPFundsConfirmationRequest).
  const consented = memberString(consent.data, CONSENTED_REFERENCE) ?? reference;
  if (reference !== consented) {
    const message = `Found ${describe(reference)}. Expected ${describe(consented)}, the consent's.`;
    return refuse(400, 'consentMismatch', message, { path: 'Data.Reference' });
  }
  const pence = expectDefined(parseAmount(amount.Amount), amount.Amount);
  return { reference, amount, isAvailable: await hasFunds(parts, consent, pence) };
}
