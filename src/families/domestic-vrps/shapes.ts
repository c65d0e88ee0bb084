import { z } from 'zod';
import {
  CreditorAccount,
  DateTime,
  isFaulty,
  listOf,
  OF_ANY_OBJECT,
  PostalAddress,
  RemittanceInformation,
  SterlingAmount,
  SupplementaryData,
  text,
} from '../../contract/fields.ts';
import { DomesticInstrument } from '../../contract/initiation.ts';
import {
  AGENT_MEMBERS,
  AgentIdentification,
  AgentScheme,
  bicProblem,
} from '../../contract/international/agents.ts';
import { PERIOD_TYPES } from '../../domain/calendar/vrp-periods.ts';
import { destinationOf } from '../../domain/parties/destinations.ts';
import { ConsentId, ReadRefundAccount, Risk } from '../common/shared.ts';

/*
 * The schemas of variable recurring payments (OpenAPI 3.1.9, Variable Recurring Payments). Unlike
 * the schemas of other families, they allow unknown fields. Postal addresses and control parameters
 * do not, because otherwise a misspelt limit would be ignored (docs/decisions, 38).
 */

/** The default VRPType (rules, 8.2). */
export const SWEEPING = 'UK.OBIE.VRPType.Sweeping';

/** The VRPType of payments that are neither sweeping nor commercial. */
export const OTHER = 'UK.OBIE.VRPType.Other';

const VRP_TYPES = [SWEEPING, OTHER] as const;

/**
 * The methods with which the customer may authenticate for one payment
 * (OBVRPAuthenticationMethods).
 */
const AUTHENTICATION_METHODS = ['UK.OBIE.SCA', 'UK.OBIE.SCANotRequired'] as const;

/**
 * Maximum number of periodic limits: one for each period type and alignment, except for the
 * fortnight in the calendar. For each limit, every payment needs another sum of the earlier
 * payments.
 */
export const MAX_PERIODIC_LIMITS = 2 * PERIOD_TYPES.length - 1;

const AuthenticationMethod = z.enum(
  AUTHENTICATION_METHODS,
  `Expected ${AUTHENTICATION_METHODS.join(' or ')}.`,
);

const Amount = SterlingAmount.loose();

const Remittance = RemittanceInformation.loose();

/**
 * The schema of `OBCashAccountDebtorWithName` and `OBCashAccountCreditor3`, which have the same
 * fields.
 */
export const VrpAccount = CreditorAccount.loose();

/** The schema of `OBRisk1` for VRPs. It allows unknown fields. */
export const VrpRisk = Risk.loose().extend({
  DeliveryAddress: Risk.shape.DeliveryAddress.unwrap().loose().optional(),
});

/** The countries of the banks that a domestic payment can reach. */
const DOMESTIC_BANKS = destinationOf('GB')?.bicCountries;

/** The schema of the creditor's bank, which is identified by a BIC, or by a name and an address. */
const CreditorAgent = z
  .looseObject({
    SchemeName: AgentScheme.optional(),
    Identification: AgentIdentification.optional(),
    Name: text(140).optional(),
    PostalAddress: PostalAddress.optional(),
  })
  .superRefine(checkAgent, OF_ANY_OBJECT);

/** Requires SchemeName and Identification together, or a name and an address (rules, 8.9). */
function checkAgent(
  agent: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const { Name, PostalAddress: address, Identification: bic } = agent;
  const mayBeBic = !AGENT_MEMBERS.some((member) => isFaulty(context, member));
  const isDescribed = Name !== undefined && address !== undefined;
  const isIdentified = AGENT_MEMBERS.some((member) => agent[member] !== undefined);
  for (const member of isIdentified || !isDescribed ? AGENT_MEMBERS : []) {
    if (agent[member] !== undefined) continue;
    const message = `Expected ${member}: the creditor's bank is identified by UK.OBIE.BICFI and a BIC.`;
    const params = { code: 'fieldExpected' };
    context.addIssue({ code: 'custom', path: [member], message, params });
  }
  if (typeof bic !== 'string' || !mayBeBic) return;
  const message = bicProblem(bic, DOMESTIC_BANKS);
  if (message !== undefined) {
    context.addIssue({ code: 'custom', path: ['Identification'], message });
  }
}

/**
 * The schema of an empty SupplementaryData. The bank must reject data that it cannot process, and
 * it processes no such data.
 */
const NoSupplementaryData = SupplementaryData.refine((data) => Object.keys(data).length === 0, {
  error: 'SupplementaryData is not supported. Remove it.',
  params: { code: 'fieldUnexpected' },
});

export const PeriodicLimit = z.strictObject({
  PeriodType: z.enum(PERIOD_TYPES, `Expected one of ${PERIOD_TYPES.join(', ')}.`),
  PeriodAlignment: z.enum(['Consent', 'Calendar'], 'Expected Consent or Calendar.'),
  ...SterlingAmount.shape,
});

/** The schema of `OBDomesticVRPControlParameters`. Here `VRPType` is optional (rules, 8.2). */
export const ControlParameters = z.strictObject({
  ValidFromDateTime: DateTime.optional(),
  ValidToDateTime: DateTime.optional(),
  MaximumIndividualAmount: SterlingAmount.optional(),
  PeriodicLimits: listOf(
    PeriodicLimit,
    { max: MAX_PERIODIC_LIMITS },
    `Expected at most ${String(MAX_PERIODIC_LIMITS)} limits.`,
  ).optional(),
  VRPType: listOf(
    z.enum(VRP_TYPES, `Expected ${VRP_TYPES.join(' or ')}.`),
    { min: 1 },
    'Expected at least one type.',
  ).optional(),
  PSUAuthenticationMethods: listOf(
    AuthenticationMethod,
    { min: 1 },
    'Expected at least one method of authentication.',
  ),
  SupplementaryData: NoSupplementaryData.optional(),
});

/** The schema of a party on whose behalf a payment is made or received (v4.0). */
const UltimateParty = z.looseObject({
  Name: text(140).optional(),
  LEI: text(20).optional(),
  Identification: text(256).optional(),
});

/** The schema of `OBDomesticVRPInitiation`. Every payment of a consent repeats it unchanged. */
export const VrpInitiation = z.looseObject({
  DebtorAccount: VrpAccount.optional(),
  CreditorAgent: CreditorAgent.optional(),
  CreditorAccount: VrpAccount.optional(),
  CreditorPostalAddress: PostalAddress.optional(),
  UltimateCreditor: UltimateParty.optional(),
  UltimateDebtor: UltimateParty.optional(),
  RemittanceInformation: Remittance.optional(),
});

/**
 * The schema of `OBDomesticVRPInstruction`. InstructedAmount is required, as in the data model
 * (Domestic VRPs, OBDomesticVRPInstruction). The published OpenAPI description makes it optional.
 */
export const Instruction = z.looseObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  RemittanceInformation: Remittance.optional(),
  LocalInstrument: DomesticInstrument.optional(),
  InstructedAmount: Amount,
  CreditorAgent: CreditorAgent.optional(),
  CreditorAccount: VrpAccount,
  CreditorPostalAddress: PostalAddress.optional(),
  UltimateCreditor: UltimateParty.optional(),
  SupplementaryData: NoSupplementaryData.optional(),
});

/** Schema of `Data` of OBDomesticVRPConsentRequest. */
export const VrpConsentData = z.looseObject({
  ReadRefundAccount: ReadRefundAccount.optional(),
  ControlParameters,
  Initiation: VrpInitiation,
});

/** Schema of `Data` of OBDomesticVRPRequest. */
export const VrpPaymentData = z.looseObject({
  ConsentId,
  PSUAuthenticationMethod: AuthenticationMethod,
  Initiation: VrpInitiation,
  Instruction,
});
