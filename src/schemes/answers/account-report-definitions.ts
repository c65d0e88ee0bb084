import { branch, define, value, type MessageDefinition } from './message-definitions.ts';

/*
 * The elements of statements (camt.053) and notifications (camt.054) of an account that the reader
 * uses. It skips all other elements.
 */

const HEADER = branch(
  { MsgId: value('messageId', 'text35') },
  { required: ['MsgId'], section: 'header' },
);

const ACCOUNT = branch(
  {
    Id: branch({
      IBAN: value('account', 'text35'),
      Othr: branch({ Id: value('account', 'text35') }, { required: ['Id'] }),
    }),
  },
  { required: ['Id'] },
);

const PERIOD = branch({ FrDtTm: value('from', 'dateTime'), ToDtTm: value('to', 'dateTime') });

const BALANCE = branch(
  {
    Tp: branch({ CdOrPrtry: branch({ Cd: value('balanceType', 'code') }) }),
    Amt: value('amount', 'amount'),
    CdtDbtInd: value('direction', 'direction'),
  },
  { required: ['Tp', 'Amt', 'CdtDbtInd'], section: 'balance', isRepeatable: true },
);

const BATCH = branch(
  { MsgId: value('messageId', 'text35'), NbOfTxs: value('transactions', 'count') },
  { section: 'batch' },
);

const DETAIL = branch(
  {
    Refs: branch({
      MsgId: value('messageId', 'text35'),
      InstrId: value('instructionId', 'text35'),
      EndToEndId: value('endToEndId', 'text35'),
      TxId: value('transactionId', 'text35'),
    }),
  },
  { section: 'detail', isRepeatable: true },
);

const ENTRY = branch(
  {
    Amt: value('amount', 'amount'),
    CdtDbtInd: value('direction', 'direction'),
    RvslInd: value('isReversal', 'flag'),
    Sts: branch({ Cd: value('status', 'code') }, { required: ['Cd'] }),
    BookgDt: branch({ Dt: value('bookingDate', 'date'), DtTm: value('bookingDate', 'dateTime') }),
    ValDt: branch({ Dt: value('valueDate', 'date'), DtTm: value('valueDate', 'dateTime') }),
    AcctSvcrRef: value('servicerReference', 'text35'),
    NtryDtls: branch({ Btch: BATCH, TxDtls: DETAIL }, { isRepeatable: true }),
  },
  { required: ['Amt', 'CdtDbtInd', 'Sts'], section: 'entry', isRepeatable: true },
);

const REPORT = { Acct: ACCOUNT, Ntry: ENTRY } as const;

const STATEMENT = branch(
  {
    Id: value('reportId', 'text35'),
    ElctrncSeqNb: value('sequence', 'count'),
    FrToDt: PERIOD,
    Bal: BALANCE,
    ...REPORT,
  },
  { required: ['Id', 'ElctrncSeqNb', 'Acct', 'Bal'], section: 'report', isRepeatable: true },
);

const NOTIFICATION = branch(REPORT, {
  required: ['Acct'],
  section: 'report',
  isRepeatable: true,
});

/** The messages that report entries of an account. */
export const ACCOUNT_REPORT_DEFINITIONS: readonly MessageDefinition[] = [
  define(
    'camt.053',
    'camt.053.001.08',
    'BkToCstmrStmt',
    branch({ GrpHdr: HEADER, Stmt: STATEMENT }, { required: ['GrpHdr', 'Stmt'] }),
  ),
  define(
    'camt.054',
    'camt.054.001.08',
    'BkToCstmrDbtCdtNtfctn',
    branch({ GrpHdr: HEADER, Ntfctn: NOTIFICATION }, { required: ['GrpHdr', 'Ntfctn'] }),
  ),
];
