import { formatAmount } from '../../src/shared/money.ts';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { DEBTOR_ACCOUNT, fileOf, hashOf, makeElement, type Initiation } from '../payment-file.ts';

/** Number of payments in a file. */
export const PAYMENTS_OF_A_FILE = 100;

const CREDITOR = {
  SchemeName: 'UK.OBIE.SortCodeAccountNumber',
  Identification: '20041512345678',
  Name: 'Zoë Brontë Castings Ltd',
};
const ACCOUNT = { SchemeName: CREDITOR.SchemeName, Identification: DEBTOR_ACCOUNT };

/** Creates a payment with a unique reference and amount. */
export function singleOf(number: number) {
  const reference = `SINGLE ${String(number)}`;
  const pence = 1_00 + number;
  const initiation = {
    InstructionIdentification: `SINGLE-${String(number)}`,
    EndToEndIdentification: `NORTHWIND.SINGLE.${String(number)}`,
    LocalInstrument: 'UK.OBIE.FPS',
    InstructedAmount: { Amount: formatAmount(pence), Currency: 'GBP' },
    DebtorAccount: ACCOUNT,
    CreditorAccount: CREDITOR,
    RemittanceInformation: { Reference: reference },
  } as const;
  return { initiation, reference, pence };
}

/** Creates a file with a unique reference. All its payments are debited as one amount. */
export function bulkOf(number: number) {
  const reference = `FILE ${String(number)}`;
  const amountPence = 10_00 + number;
  const elements = Array.from({ length: PAYMENTS_OF_A_FILE }, (_, index) => {
    const credit = { creditor: CREDITOR.Name, account: CREDITOR.Identification, amountPence };
    const remittance = { Reference: `INVOICE ${String(index)}`, Unstructured: reference };
    return { ...makeElement(index, credit), RemittanceInformation: remittance };
  });
  const bytes = fileOf(elements);
  const pence = amountPence * PAYMENTS_OF_A_FILE;
  const initiation: Initiation = {
    FileType: PAYMENT_FILE_3_1,
    FileHash: hashOf(bytes),
    FileReference: reference,
    NumberOfTransactions: String(PAYMENTS_OF_A_FILE),
    ControlSum: Number(formatAmount(pence)),
  };
  return { initiation, bytes, reference, pence };
}
