import type { z } from 'zod';
import type { RemittanceInformation } from '../../contract/fields.ts';
import { AgentScheme } from '../../contract/international/agents.ts';
import { NO_PURPOSE, type Address, type Agent } from '../../domain/execution/credit.ts';
import type { Order } from '../../domain/execution/order.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { PaymentParties } from '../../domain/records/payment.ts';
import {
  DOMESTIC_INSTRUMENTS,
  instrumentCalled,
  maxPenceOf,
  type DomesticInstrument,
  type SchemeLimits,
} from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';
import { parseAmount, type Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import { paidOnce } from './orders.ts';
import { ukAccount, type AccountFields } from './shared.ts';

/**
 * Parses the Initiation in the stored `Data` of an accepted request. The data is not validated
 * again, because stricter rules of a later release must not apply to it (docs/decisions, 31).
 */
export function initiationOf<Schema extends z.ZodType>(data: string): z.infer<Schema> {
  const { Initiation } = JSON.parse(data) as { Initiation: z.infer<Schema> };
  return Initiation;
}

/**
 * Returns the scheme that the TPP requests. If it requests none, returns Faster Payments, or CHAPS
 * for an amount above the Faster Payments limit (rules, 12.2).
 */
function domesticInstrument(
  localInstrument: string | undefined,
  pence: Pence,
  limits: SchemeLimits,
): DomesticInstrument {
  const requested = instrumentCalled(localInstrument, DOMESTIC_INSTRUMENTS);
  return requested ?? (pence > maxPenceOf('FPS', limits) ? 'CHAPS' : 'FPS');
}

/**
 * Returns the order of a single domestic payment.
 *
 * @param date execution date, or null: at once
 */
export function domesticOrder(
  initiation: SingleInitiation &
    DomesticCreditor & {
      readonly LocalInstrument?: string | undefined;
      readonly InstructedAmount: { readonly Amount: string };
    },
  date: LocalDate | null,
  limits: SchemeLimits,
): Order {
  const pence = penceOf(initiation.InstructedAmount);
  return sterlingOrder(
    domesticInstrument(initiation.LocalInstrument, pence, limits),
    partiesOf(initiation),
    initiation,
    { largestAmount: pence, amounts: [pence], nextPayment: paidOnce(date, pence) },
  );
}

/** Converts a valid amount from a request to pence. */
export function penceOf({ Amount }: { readonly Amount: string }): Pence {
  return expectDefined(parseAmount(Amount), 'the amount in pence');
}

/** The fields that the Initiation of every single payment has. */
interface SingleInitiation {
  readonly InstructionIdentification: string;
  readonly EndToEndIdentification?: string | undefined;
  readonly CreditorAccount: AccountFields & {
    readonly Name: string;
    readonly SecondaryIdentification?: string | undefined;
  };
  readonly RemittanceInformation?: z.infer<typeof RemittanceInformation> | undefined;
}

/**
 * Returns the creditor, the identifications and the remittance information of a single payment.
 *
 * @param creditor account of the creditor, for accounts outside the United Kingdom
 */
export function partiesOf(
  initiation: SingleInitiation,
  creditor: AccountNumber = ukAccount(initiation.CreditorAccount),
): PaymentParties {
  const { CreditorAccount, RemittanceInformation, InstructionIdentification } = initiation;
  return {
    creditor,
    creditorName: CreditorAccount.Name,
    instructionIdentification: InstructionIdentification,
    endToEndIdentification: initiation.EndToEndIdentification ?? InstructionIdentification,
    reference: RemittanceInformation?.Reference ?? '',
    unstructured: RemittanceInformation?.Unstructured ?? '',
  };
}

/**
 * The CreditorAgent of an Initiation, which identifies a bank by BIC, name and address
 * (OBInternational3).
 */
interface AgentMembers {
  readonly SchemeName?: string | undefined;
  readonly Identification?: string | undefined;
  readonly Name?: string | undefined;
  readonly PostalAddress?: Address | undefined;
}

/** Converts a CreditorAgent to an Agent. Returns null if it has no BIC, no name and no address. */
export function agentOf(agent: AgentMembers | undefined): Agent | null {
  const { SchemeName = '', Identification, Name, PostalAddress } = agent ?? {};
  const isBic = AgentScheme.safeParse(SchemeName).success;
  const bic = isBic ? (Identification ?? null) : null;
  if (bic === null && Name === undefined && PostalAddress === undefined) return null;
  return { bic, name: Name ?? null, address: PostalAddress ?? null };
}

/**
 * Returns the account that an Initiation debits. Returns null if the customer chooses the account.
 */
export function debtorAccountOf({
  DebtorAccount,
}: {
  readonly DebtorAccount?: AccountFields | undefined;
}): AccountNumber | null {
  return DebtorAccount === undefined ? null : ukAccount(DebtorAccount);
}

/** A party on whose behalf a payment is made or received (v4.0, OBUltimateDebtor1). */
interface UltimateParty {
  readonly Name?: string | undefined;
  readonly LEI?: string | undefined;
  readonly Identification?: string | undefined;
}

/** The ultimate parties that requests of v4.0 may name. */
export interface UltimateParties {
  readonly UltimateDebtor?: UltimateParty | undefined;
  readonly UltimateCreditor?: UltimateParty | undefined;
}

/** Returns the names of the ultimate parties, or other identifications of them. */
export function ultimateNamesOf({
  UltimateDebtor,
  UltimateCreditor,
}: UltimateParties): Pick<Order, 'ultimateDebtor' | 'ultimateCreditor'> {
  const nameOf = (party: UltimateParty | undefined) =>
    party?.Name ?? party?.LEI ?? party?.Identification;
  return { ultimateDebtor: nameOf(UltimateDebtor), ultimateCreditor: nameOf(UltimateCreditor) };
}

/** The fields of a domestic Initiation that describe the creditor. */
interface DomesticCreditor extends Pick<SingleInitiation, 'CreditorAccount'>, UltimateParties {
  readonly CreditorPostalAddress?: Address | undefined;
  readonly CreditorAgent?: AgentMembers | undefined;
}

/** Returns an order in pounds, which has no exchange rate and no charges. */
export function sterlingOrder(
  instrument: Order['instrument'],
  parties: PaymentParties,
  initiation: DomesticCreditor,
  payments: Pick<Order, 'largestAmount' | 'amounts' | 'nextPayment'>,
): Order {
  const { CreditorAccount, CreditorPostalAddress, CreditorAgent } = initiation;
  return {
    instrument,
    parties,
    ...ultimateNamesOf(initiation),
    creditor: {
      name: CreditorAccount.Name,
      address: CreditorPostalAddress ?? null,
      country: 'GB',
      isBritish: true,
      secondary: CreditorAccount.SecondaryIdentification ?? '',
      agent: agentOf(CreditorAgent),
      clearingCode: null,
    },
    currency: 'GBP',
    currencyOfTransfer: 'GBP',
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
    exchange: null,
    lastDay: null,
    ...payments,
  };
}
