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
 * A `Data` that was valid when it came, read again from its text. It is not validated anew: rules
 * that grow stricter must not stop what runs by the old ones (docs/decisions, 31).
 */
export function dataOf<Schema extends z.ZodType>(data: string): z.infer<Schema> {
  return JSON.parse(data) as z.infer<Schema>;
}

/** As `dataOf`, the Initiation in it. */
export function initiationOf<Schema extends z.ZodType>(data: string): z.infer<Schema> {
  const { Initiation } = JSON.parse(data) as { Initiation: z.infer<Schema> };
  return Initiation;
}

/**
 * The scheme that the TPP asks for; otherwise Faster Payments, and CHAPS for more than they carry
 * (rules, 12.2).
 */
function domesticInstrument(
  localInstrument: string | undefined,
  pence: Pence,
  limits: SchemeLimits,
): DomesticInstrument {
  const asked = instrumentCalled(localInstrument, DOMESTIC_INSTRUMENTS);
  return asked ?? (pence > maxPenceOf('FPS', limits) ? 'CHAPS' : 'FPS');
}

/** What is paid once within the country: on that day, or at once. */
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
    { largestAmount: pence, nextPayment: paidOnce(date, pence) },
  );
}

/** A valid amount of the contract in pence. */
export function penceOf({ Amount }: { readonly Amount: string }): Pence {
  return expectDefined(parseAmount(Amount), 'the amount in pence');
}

/** What the Initiations of single payments have alike. */
interface SingleInitiation {
  readonly InstructionIdentification: string;
  readonly EndToEndIdentification?: string | undefined;
  readonly CreditorAccount: AccountFields & {
    readonly Name: string;
    readonly SecondaryIdentification?: string | undefined;
  };
  readonly RemittanceInformation?: z.infer<typeof RemittanceInformation> | undefined;
}

/** Whom a single payment goes to, and in what words; a creditor abroad is the caller's to name. */
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

/** The creditor's bank as an Initiation gives it: BIC, name and address (OBInternational3). */
interface AgentMembers {
  readonly SchemeName?: string | undefined;
  readonly Identification?: string | undefined;
  readonly Name?: string | undefined;
  readonly PostalAddress?: Address | undefined;
}

/** A bank, unless nothing is said of it. */
export function agentOf(agent: AgentMembers | undefined): Agent | null {
  const { SchemeName = '', Identification, Name, PostalAddress } = agent ?? {};
  const isBic = AgentScheme.safeParse(SchemeName).success;
  const bic = isBic ? (Identification ?? null) : null;
  if (bic === null && Name === undefined && PostalAddress === undefined) return null;
  return { bic, name: Name ?? null, address: PostalAddress ?? null };
}

/** The account that an Initiation debits; null when it leaves that open. */
export function debtorAccountOf({
  DebtorAccount,
}: {
  readonly DebtorAccount?: AccountFields | undefined;
}): AccountNumber | null {
  return DebtorAccount === undefined ? null : ukAccount(DebtorAccount);
}

/** Whom an Initiation within the country pays. */
interface DomesticCreditor extends Pick<SingleInitiation, 'CreditorAccount'> {
  readonly CreditorPostalAddress?: Address | undefined;
  readonly CreditorAgent?: AgentMembers | undefined;
}

/** An order in pounds: nothing is exchanged, and nothing is charged for it. */
export function sterlingOrder(
  instrument: Order['instrument'],
  parties: PaymentParties,
  { CreditorAccount, CreditorPostalAddress, CreditorAgent }: DomesticCreditor,
  payments: Pick<Order, 'largestAmount' | 'nextPayment'>,
): Order {
  return {
    instrument,
    parties,
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
