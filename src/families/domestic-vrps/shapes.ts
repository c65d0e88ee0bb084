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

/**
 * The objects of variable recurring payments (OpenAPI 3.1.9, Variable Recurring Payments). Unlike
 * those of the other families they are open, except for postal addresses and for what limits the
 * payments: there a name that is spelt wrong would be a limit that nobody keeps (docs/decisions,
 * 38).
 */

/** The kind of consent that a request without a `VRPType` means (rules, 8.2). */
export const SWEEPING = 'UK.OBIE.VRPType.Sweeping';

const VRP_TYPES = [SWEEPING, 'UK.OBIE.VRPType.Other'] as const;

/** How the customer may be authenticated for one payment (OBVRPAuthenticationMethods). */
const AUTHENTICATION_METHODS = ['UK.OBIE.SCA', 'UK.OBIE.SCANotRequired'] as const;

/** One for every type of period and alignment: each is a sum that every payment waits for. */
export const MAX_PERIODIC_LIMITS = 2 * PERIOD_TYPES.length - 1;

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

/** The banks of the accounts that a domestic payment can reach. */
const DOMESTIC_BANKS = destinationOf('GB')?.bicCountries;

/** The creditor's bank: by its BIC, or by its name and address alone. */
const CreditorAgent = z
  .looseObject({
    SchemeName: AgentScheme.optional(),
    Identification: AgentIdentification.optional(),
    Name: text(140).optional(),
    PostalAddress: PostalAddress.optional(),
  })
  .superRefine(checkAgent, OF_ANY_OBJECT);

/** A BIC has both its members; a bank without one has a name and an address (rules, 8.9). */
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
    const message = `Expected ${member}: the creditor's bank is given by UK.OBIE.BICFI and a BIC.`;
    const params = { code: 'fieldExpected' };
    context.addIssue({ code: 'custom', path: [member], message, params });
  }
  if (typeof bic !== 'string' || !mayBeBic) return;
  const message = bicProblem(bic, DOMESTIC_BANKS);
  if (message !== undefined) {
    context.addIssue({ code: 'custom', path: ['Identification'], message });
  }
}

/** What the bank cannot process it must refuse, and it can process none of it. */
const NoSupplementaryData = SupplementaryData.refine((data) => Object.keys(data).length === 0, {
  error: 'The bank can process no SupplementaryData; leave it out.',
  params: { code: 'fieldUnexpected' },
});

export const PeriodicLimit = z.strictObject({
  PeriodType: z.enum(PERIOD_TYPES, `Expected one of ${PERIOD_TYPES.join(', ')}.`),
  PeriodAlignment: z.enum(['Consent', 'Calendar'], 'Expected Consent or Calendar.'),
  ...SterlingAmount.shape,
});

/** `OBDomesticVRPControlParameters`; a `VRPType` may be missing (rules, 8.2). */
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
