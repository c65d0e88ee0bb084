import type { DeliveryKind } from '../../domain/schemes/answers.ts';
import type { ValueType } from './value-types.ts';

/*
 * The elements of ISO 20022 messages that the reader uses. It skips all other elements.
 */

/** The values of a section that are read. */
export type Member =
  | 'messageId'
  | 'transactions'
  | 'controlSum'
  | 'isGroupReturn'
  | 'total'
  | 'status'
  | 'reasonCode'
  | 'reasonText'
  | 'instructionId'
  | 'transactionId'
  | 'endToEndId'
  | 'uetr'
  | 'returnId'
  | 'caseId'
  | 'answerId'
  | 'amount'
  // Statements and notifications of an account (account-report-definitions.ts).
  | 'reportId'
  | 'sequence'
  | 'from'
  | 'to'
  | 'account'
  | 'balanceType'
  | 'direction'
  | 'isReversal'
  | 'bookingDate'
  | 'valueDate'
  | 'servicerReference';

/** An element that contains a value. */
export interface ValueNode {
  readonly member: Member;
  readonly type: ValueType;
  readonly isRepeatable: boolean;
  /** Name of the element that this one replaces (xs:choice). */
  readonly alternativeTo?: string;
}

/**
 * Parts of a message whose values form one record. A `report` (statement or notification) contains
 * `balance` and `entry`, and an entry contains `batch` and `detail`.
 */
export type Section =
  | 'header'
  | 'group'
  | 'case'
  | 'investigation'
  | 'transaction'
  | 'report'
  | 'balance'
  | 'entry'
  | 'batch'
  | 'detail';

/** An element that contains elements. */
export interface BranchNode {
  readonly children: ReadonlyMap<string, MessageNode>;
  readonly required: readonly string[];
  readonly isRepeatable: boolean;
  /** The record that begins and ends with the element. Values outside a section are not read. */
  readonly section?: Section;
}

export type MessageNode = ValueNode | BranchNode;

export interface MessageDefinition {
  readonly kind: DeliveryKind;
  readonly namespace: string;
  /** The element Document. */
  readonly document: BranchNode;
}

export const value = (member: Member, type: ValueType): ValueNode => ({
  member,
  type,
  isRepeatable: false,
});

export const branch = (
  children: Readonly<Record<string, MessageNode>>,
  options: Partial<Omit<BranchNode, 'children'>> = {},
): BranchNode => ({
  // A map, because names such as `constructor` are valid names of XML elements.
  children: new Map(Object.entries(children)),
  required: [],
  isRepeatable: false,
  ...options,
});

/** StsRsnInf and RtrRsnInf. Several reasons may occur: the first code counts. */
const REASON = branch(
  {
    Rsn: branch({
      Cd: value('reasonCode', 'code'),
      Prtry: { ...value('reasonCode', 'text35'), alternativeTo: 'Cd' },
    }),
    AddtlInf: { ...value('reasonText', 'text105'), isRepeatable: true },
  },
  { isRepeatable: true },
);

const ORIGINAL_IDS = {
  OrgnlGrpInf: branch({ OrgnlMsgId: value('messageId', 'text35') }, { required: ['OrgnlMsgId'] }),
  OrgnlInstrId: value('instructionId', 'text35'),
  OrgnlEndToEndId: value('endToEndId', 'text35'),
  OrgnlTxId: value('transactionId', 'text35'),
  OrgnlUETR: value('uetr', 'uetr'),
};

const STATUS_REPORT = branch(
  {
    GrpHdr: branch(
      { MsgId: value('messageId', 'text35') },
      { required: ['MsgId'], section: 'header' },
    ),
    OrgnlGrpInfAndSts: branch(
      {
        OrgnlMsgId: value('messageId', 'text35'),
        OrgnlNbOfTxs: value('transactions', 'count'),
        GrpSts: value('status', 'code'),
        StsRsnInf: REASON,
      },
      { required: ['OrgnlMsgId'], section: 'group', isRepeatable: true },
    ),
    TxInfAndSts: branch(
      { ...ORIGINAL_IDS, TxSts: value('status', 'code'), StsRsnInf: REASON },
      { section: 'transaction', isRepeatable: true },
    ),
  },
  { required: ['GrpHdr'] },
);

const PAYMENT_RETURN = branch(
  {
    GrpHdr: branch(
      {
        MsgId: value('messageId', 'text35'),
        NbOfTxs: value('transactions', 'count'),
        CtrlSum: value('controlSum', 'decimal'),
        GrpRtr: value('isGroupReturn', 'flag'),
        TtlRtrdIntrBkSttlmAmt: value('total', 'amount'),
      },
      { required: ['MsgId', 'NbOfTxs'], section: 'header' },
    ),
    OrgnlGrpInf: branch(
      { OrgnlMsgId: value('messageId', 'text35'), RtrRsnInf: REASON },
      { required: ['OrgnlMsgId'], section: 'group' },
    ),
    TxInf: branch(
      {
        ...ORIGINAL_IDS,
        RtrId: value('returnId', 'text35'),
        RtrdIntrBkSttlmAmt: value('amount', 'amount'),
        RtrRsnInf: REASON,
      },
      { required: ['RtrdIntrBkSttlmAmt'], section: 'transaction', isRepeatable: true },
    ),
  },
  { required: ['GrpHdr'] },
);

const MESSAGE_REJECT = branch(
  {
    RltdRef: branch({ Ref: value('messageId', 'text35') }, { required: ['Ref'] }),
    Rsn: branch(
      { RjctgPtyRsn: value('reasonCode', 'text35'), RsnDesc: value('reasonText', 'text350') },
      { required: ['RjctgPtyRsn'] },
    ),
  },
  { required: ['RltdRef', 'Rsn'], section: 'group' },
);

const CASE = { Id: value('caseId', 'text35') };

/** The answer to a recall. The reader skips elements about other investigations. */
const INVESTIGATION = branch(
  {
    Assgnmt: branch({ Id: value('messageId', 'text35') }, { required: ['Id'], section: 'header' }),
    RslvdCase: branch(CASE, { required: ['Id'], section: 'case' }),
    Sts: branch({ Conf: value('status', 'code') }, { section: 'investigation' }),
    CxlDtls: branch(
      {
        TxInfAndSts: branch(
          {
            ...ORIGINAL_IDS,
            CxlStsId: value('answerId', 'text35'),
            RslvdCase: branch(CASE, { required: ['Id'] }),
            TxCxlSts: value('status', 'code'),
            CxlStsRsnInf: REASON,
            OrgnlIntrBkSttlmAmt: value('amount', 'amount'),
          },
          { section: 'transaction', isRepeatable: true },
        ),
      },
      { isRepeatable: true },
    ),
  },
  { required: ['Assgnmt', 'Sts'] },
);

export const define = (kind: DeliveryKind, name: string, root: string, node: BranchNode) => ({
  kind,
  namespace: `urn:iso:std:iso:20022:tech:xsd:${name}`,
  document: branch({ [root]: node }, { required: [root] }),
});

/** The messages that contain answers. */
export const ANSWER_DEFINITIONS: readonly MessageDefinition[] = [
  define('pacs.002', 'pacs.002.001.10', 'FIToFIPmtStsRpt', STATUS_REPORT),
  define('pacs.004', 'pacs.004.001.09', 'PmtRtr', PAYMENT_RETURN),
  define('admi.002', 'admi.002.001.01', 'admi.002.001.01', MESSAGE_REJECT),
  define('camt.029', 'camt.029.001.09', 'RsltnOfInvstgtn', INVESTIGATION),
];
