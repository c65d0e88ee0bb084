import { fileOf, hashOf, payment } from '../../helpers/payment-file.ts';
import { CLARA, type FamilyCase, type Members, OPEN_CONTENT } from './family-case.ts';

/** A file without a debtor account, which the consent or the customer chooses. */
const FILE = fileOf([payment(0, { DebtorAccount: undefined })]);

const INITIATION: Members = {
  FileType: 'UK.OBIE.PaymentInitiation.3.1',
  FileHash: hashOf(FILE),
  FileReference: 'Caf\u00e9 / 12',
  NumberOfTransactions: '1',
  ControlSum: 10.5,
  SupplementaryData: OPEN_CONTENT,
};

export const filePayments: FamilyCase = {
  initiation: INITIATION,
  different: {
    // The ControlSum has more digits than a floating-point number can represent.
    initiation: JSON.stringify(INITIATION).replace('10.5', '10.5000000000000001'),
    path: 'Data.Initiation.ControlSum',
  },
  consentData: {},
  paymentData: {},
  risk: null,
  file: FILE,
  customer: CLARA,
  statuses: { first: 'InitiationPending', last: 'InitiationCompleted' },
  dueAt: null,
};
