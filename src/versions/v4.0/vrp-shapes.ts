import { z } from 'zod';
import { listOf, text, ukAccountSchema } from '../../contract/fields.ts';
import { AmountAnswer, AmountRequest } from '../../families/common/funds.ts';
import {
  ControlParameters as V3Parameters,
  Instruction as V3Instruction,
  MAX_PERIODIC_LIMITS,
  OTHER,
  PeriodicLimit,
  SWEEPING,
  VrpConsentData as V3ConsentData,
  VrpInitiation as V3Initiation,
  VrpPaymentData as V3PaymentData,
} from '../../families/domestic-vrps/shapes.ts';
import { COMMERCIAL_TYPES } from './commercial-vrps.ts';
import {
  DebtorAccount as ClosedDebtorAccount,
  notAllowed,
  PostalAddress,
  Proxy,
  RegulatoryReporting,
  RemittanceInformation,
  UltimateParty,
} from '../../contract/v4/fields.ts';

/*
 * The schemas of variable recurring payments (OpenAPI 4.0.1, OBL VRP Profile). As in v3.1, they
 * allow unknown fields, except in postal addresses, control parameters and `Risk`.
 */

const VRP_TYPES = [SWEEPING, OTHER, ...COMMERCIAL_TYPES] as const;

const VrpType = z.enum(VRP_TYPES, `Expected one of ${VRP_TYPES.join(', ')}.`);

const INTERACTION_TYPES = ['InSession', 'OffSession'] as const;

const InteractionType = z.enum(INTERACTION_TYPES, `Expected ${INTERACTION_TYPES.join(' or ')}.`);

/** Schema of OBCashAccountDebtorWithName. */
export const DebtorAccount = ClosedDebtorAccount.loose();

/** Schema of OBCashAccountCreditor3. Its name is shorter than in other families. */
const CreditorAccount = ukAccountSchema({ Name: text(70), Proxy: Proxy.optional() }).loose();

/** Schema of OBDomesticRefundAccount1. */
export const Refund = z.strictObject({ Account: DebtorAccount });

/** Schema of OBDomesticVRPControlParameters. Closed. */
export const ControlParameters = V3Parameters.extend({
  MaximumIndividualAmount: V3Parameters.shape.MaximumIndividualAmount.unwrap(),
  PeriodicLimits: listOf(
    PeriodicLimit,
    { min: 1, max: MAX_PERIODIC_LIMITS },
    `Expected 1 to ${String(MAX_PERIODIC_LIMITS)} limits.`,
  ),
  VRPType: listOf(VrpType, { min: 1 }, 'Expected at least one type.'),
  PSUInteractionTypes: listOf(
    InteractionType,
    { min: 1 },
    'Expected at least one type of interaction.',
  ).optional(),
});

/** The fields that Initiation and Instruction have in common. */
const Party = {
  CreditorAgent: notAllowed('VRPs of v4.0 have no CreditorAgent. Remove it.'),
  CreditorPostalAddress: PostalAddress.optional(),
  UltimateCreditor: UltimateParty.optional(),
  RemittanceInformation: RemittanceInformation.optional(),
};

/** Schema of OBDomesticVRPInitiation. */
const Initiation = V3Initiation.extend({
  ...Party,
  DebtorAccount: DebtorAccount.optional(),
  CreditorAccount: CreditorAccount.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RegulatoryReporting: RegulatoryReporting.optional(),
});

/** Schema of OBDomesticVRPInstruction. */
const Instruction = V3Instruction.extend({ ...Party, CreditorAccount });

/** Schema of `Data` of OBDomesticVRPConsentRequest. */
export const ConsentData = V3ConsentData.extend({ ControlParameters, Initiation });

/** Schema of `Data` of OBDomesticVRPRequest. */
export const PaymentData = V3PaymentData.extend({
  VRPType: VrpType,
  PSUInteractionType: InteractionType.optional(),
  Initiation,
  Instruction,
});

const Reference = text(35).optional();

/** Schemas of OBVRPFundsConfirmationRequest and its response. */
export const AMOUNT = {
  request: AmountRequest.extend({ Data: AmountRequest.shape.Data.extend({ Reference }) }),
  answer: AmountAnswer.extend({ Data: AmountAnswer.shape.Data.extend({ Reference }) }),
};
