import type { AccountReport } from './account-reports.ts';
import type { BacsItem, BacsReport } from './bacs-reports.ts';
import type { AnswerProblem } from './hub-problems.ts';
import type { Money } from './messages.ts';

/*
 * The answers of a scheme as a hub delivers them, before they are matched with the credits that
 * were handed over.
 */

/** Kinds of documents that a hub delivers: messages of ISO 20022, and reports of Bacs. */
export const DELIVERY_KINDS = [
  ...(['pacs.002', 'pacs.004', 'admi.002', 'camt.029', 'camt.053', 'camt.054'] as const),
  ...(['input report', 'ARUCS', 'AWACS'] as const),
] as const;

export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** The header of a delivered document. */
export interface DeliveryHeader {
  readonly kind: DeliveryKind;
  /** Id that the hub gave to the document (MsgId, or RltdRef of an admi.002). */
  readonly id: string;
}

/** A reason, as the scheme gives it. */
export interface DeliveredReason {
  /** ISO reason code (Rsn/Cd), or the scheme's own code (Rsn/Prtry). Null if there is none. */
  readonly code: string | null;
  /** Additional text (AddtlInf). Null if there is none. */
  readonly text: string | null;
}

/** The status of a message that was handed over (pacs.002, OrgnlGrpInfAndSts; admi.002). */
export interface GroupAnswer extends DeliveredReason {
  readonly messageId: string;
  /** ISO group status (GrpSts). `RJCT` for an admi.002. Null if there is none. */
  readonly status: string | null;
  /** Number of transactions that the hub found in the message. Null if it gives none. */
  readonly transactions: number | null;
}

/** The members that only the answer to a recall has (camt.029). */
export interface RecallReference {
  /** Ids of the case (RslvdCase) in the document and in the transaction. Null if absent. */
  readonly caseId: string | null;
  readonly ownCaseId: string | null;
  /** Id of the answer (CxlStsId). Null if there is none. */
  readonly answerId: string | null;
  /** Status of the investigation as a whole (Conf). Null if there is none. */
  readonly confirmation: string | null;
  /** The original amount that the answer repeats. Null if it does not. */
  readonly amount: Money | null;
}

/** The answer to a single credit (pacs.002, TxInfAndSts), or its return (pacs.004, TxInf). */
export interface DeliveredAnswer extends DeliveredReason {
  /** Position of the answer in its document, counted from 0. */
  readonly position: number;
  /** Id of the message that contained the credit. Null if the answer does not name it. */
  readonly messageId: string | null;
  /** Ids of the credit that the answer repeats. Null if it does not name them. */
  readonly instructionId: string | null;
  readonly transactionId: string | null;
  readonly endToEndId: string | null;
  readonly uetr: string | null;
  /** ISO transaction status (TxSts). Null for a return, or if the group's status applies. */
  readonly status: string | null;
  /** The id (RtrId) and the amount of a return. Null for an answer of a pacs.002. */
  readonly returned: { readonly id: string | null; readonly amount: Money | null } | null;
  /** Present in the answer to a recall (camt.029, TxInfAndSts), which `status` belongs to. */
  readonly recall?: RecallReference;
  /**
   * Description of the fault in this answer, for example a member that occurs twice. Null if it is
   * well formed.
   */
  readonly problem: string | null;
  /** The item of a report of Bacs. Absent in messages of ISO 20022. */
  readonly bacs?: BacsItem;
  /**
   * The reason why the item of a report of Bacs names no credit of this service. Absent if it names
   * one.
   */
  readonly unmatched?: AnswerProblem;
}

/** A part of a delivered document. All parts together contain every answer once, in order. */
export interface AnswerSlice {
  readonly header: DeliveryHeader;
  /** The groups that have been read so far. */
  readonly groups: readonly GroupAnswer[];
  readonly answers: readonly DeliveredAnswer[];
  /** The entries in this part of a camt.053 or camt.054. Null for other kinds. */
  readonly report: AccountReport | null;
  readonly isLast: boolean;
  /** The report of Bacs. Absent in messages of ISO 20022. */
  readonly bacs?: BacsReport;
}
