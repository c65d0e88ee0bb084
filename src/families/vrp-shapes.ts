import { z } from 'zod';
import {
  CreditorAccount,
  DateTime,
  PostalAddress,
  RemittanceInformation,
  SterlingAmount,
  SupplementaryData,
  text,
} from '../domain/fields.ts';
import { DomesticInstrument } from '../domain/initiation.ts';
import { PERIOD_TYPES } from '../domain/vrp-periods.ts';
import { ConsentId, ReadRefundAccount, Risk } from './shared.ts';

/**
 * The objects of variable recurring payments (OpenAPI 3.1.9, Variable Recurring Payments). Unlike
 * those of the other families they are open, postal addresses excepted.
 */

/** The kind of consent that a request without a `VRPType` means (rules, 8.2). */
export const SWEEPING = 'UK.OBIE.VRPType.Sweeping';

const VRP_TYPES = [SWEEPING, 'UK.OBIE.VRPType.Other'] as const;

/** How the customer may be authenticated for one payment (OBVRPAuthenticationMethods). */
const AUTHENTICATION_METHODS = ['UK.OBIE.SCA', 'UK.OBIE.SCANotRequired'] as const;

/** One for every type of period and alignment: each is a sum that every payment waits for. */
const MAX_PERIODIC_LIMITS = 2 * PERIOD_TYPES.length - 1;

const AuthenticationMethod = z.enum(
  AUTHENTICATION_METHODS,
  `Expected ${AUTHENTICATION_METHODS.join(' or ')}.`,
);

const Amount = SterlingAmount.loose();

const Remittance = RemittanceInformation.loose();

/** `OBCashAccountDebtorWithName` and `OBCashAccountCreditor3`, which have the same members. */
export const VrpAccount = CreditorAccount.loose();

/** `OBRisk1`, open. */
export const VrpRisk = Risk.loose().extend({
  DeliveryAddress: Risk.shape.DeliveryAddress.unwrap().loose().optional(),
});

const CreditorAgent = z.looseObject({
  SchemeName: text(40).optional(),
  Identification: text(35).optional(),
  Name: text(140).optional(),
  PostalAddress: PostalAddress.optional(),
});

/** What the bank cannot process it must refuse, and it can process none of it. */
const NoSupplementaryData = SupplementaryData.refine((data) => Object.keys(data).length === 0, {
  error: 'The bank can process no SupplementaryData; leave it out.',
  params: { code: 'fieldUnexpected' },
});

const PeriodicLimit = z.looseObject({
  PeriodType: z.enum(PERIOD_TYPES, `Expected one of ${PERIOD_TYPES.join(', ')}.`),
  PeriodAlignment: z.enum(['Consent', 'Calendar'], 'Expected Consent or Calendar.'),
  ...SterlingAmount.shape,
});

/** `OBDomesticVRPControlParameters`; a `VRPType` may be missing (rules, 8.2). */
export const ControlParameters = z.looseObject({
  ValidFromDateTime: DateTime.optional(),
  ValidToDateTime: DateTime.optional(),
  MaximumIndividualAmount: Amount.optional(),
  PeriodicLimits: z
    .array(PeriodicLimit)
    .max(MAX_PERIODIC_LIMITS, `Expected at most ${String(MAX_PERIODIC_LIMITS)} limits.`)
    .optional(),
  VRPType: z
    .array(z.enum(VRP_TYPES, `Expected ${VRP_TYPES.join(' or ')}.`))
    .min(1, 'Expected at least one type.')
    .optional(),
  PSUAuthenticationMethods: z
    .array(AuthenticationMethod)
    .min(1, 'Expected at least one method of authentication.'),
  SupplementaryData: NoSupplementaryData.optional(),
});

/** `OBDomesticVRPInitiation`: what stays the same in every payment of a consent. */
export const VrpInitiation = z.looseObject({
  DebtorAccount: VrpAccount.optional(),
  CreditorAgent: CreditorAgent.optional(),
  CreditorAccount: VrpAccount.optional(),
  RemittanceInformation: Remittance.optional(),
});

/**
 * `OBDomesticVRPInstruction`. The published schema does not demand the InstructedAmount, without
 * which there is nothing to pay; the data model does (Domestic VRPs, OBDomesticVRPInstruction).
 */
export const Instruction = z.looseObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  RemittanceInformation: Remittance.optional(),
  LocalInstrument: DomesticInstrument.optional(),
  InstructedAmount: Amount,
  CreditorAgent: CreditorAgent.optional(),
  CreditorAccount: VrpAccount,
  SupplementaryData: NoSupplementaryData.optional(),
});

/** `Data` of OBDomesticVRPConsentRequest. */
export const VrpConsentData = z.looseObject({
  ReadRefundAccount: ReadRefundAccount.optional(),
  ControlParameters,
  Initiation: VrpInitiation,
});

/** `Data` of OBDomesticVRPRequest. */
export const VrpPaymentData = z.looseObject({
  ConsentId,
  PSUAuthenticationMethod: AuthenticationMethod,
  Initiation: VrpInitiation,
  Instruction,
});
