import { z } from 'zod';
import { expectStatus, readAs } from '../test-client/answer.ts';
import { PAYMENT_FILE_3_1 } from '../src/domain/records/file-types.ts';
import { expectEqual } from './expect.ts';
import { announce, expectConsent, upload, type Tpp } from './journey.ts';
import { createNarrator } from './narrator.ts';
import { fileOf, hashOf, makeElement, type FileElement, type Initiation } from './payment-file.ts';
import { left, right, type Screen } from './terminal.ts';

const Refusal = z.object({
  Message: z.string(),
  Errors: z.array(z.object({ ErrorCode: z.string(), Message: z.string(), Path: z.string() })),
});

/** A faulty payment, and the error that the service must report for it. */
interface Mistake {
  readonly spoil: (element: FileElement) => Record<string, unknown>;
  readonly field: string;
  readonly code: string;
}

const creditor = (changes: Record<string, string>) => (element: FileElement) => ({
  ...element,
  CreditorAccount: { ...element.CreditorAccount, ...changes },
});

const amount = (Amount: string, Currency: string) => (element: FileElement) => ({
  ...element,
  InstructedAmount: { Amount, Currency },
});

/**
 * The mistake in each payment of the file. The first payment is correct, and each of the others has
 * one mistake.
 */
const MISTAKES: readonly Mistake[] = [
  { spoil: amount('10,50', 'GBP'), field: 'InstructedAmount.Amount', code: 'Field.Invalid' },
  {
    spoil: amount('10.50', 'EUR'),
    field: 'InstructedAmount.Currency',
    code: 'Unsupported.Currency',
  },
  {
    spoil: (element) => ({ ...element, LocalInstrument: 'UK.OBIE.SWIFT' }),
    field: 'LocalInstrument',
    code: 'Unsupported.LocalInstrument',
  },
  {
    spoil: (element) => ({ ...element, CreditorAccount: undefined }),
    field: 'CreditorAccount',
    code: 'Field.Missing',
  },
  {
    spoil: creditor({ SchemeName: 'UK.OBIE.PAN' }),
    field: 'CreditorAccount.SchemeName',
    code: 'Unsupported.Scheme',
  },
  {
    spoil: creditor({ Identification: '2004151234567' }),
    field: 'CreditorAccount.Identification',
    code: 'Field.Invalid',
  },
  {
    spoil: creditor({ SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000' }),
    field: 'CreditorAccount.Identification',
    code: 'Unsupported.AccountIdentifier',
  },
  {
    spoil: (element) => ({ ...element, RequestedExecutionDateTime: '2020-02-29T09:00:00Z' }),
    field: 'RequestedExecutionDateTime',
    code: 'Field.InvalidDate',
  },
  {
    spoil: (element) => ({ ...element, Priority: 'Urgent' }),
    field: 'Priority',
    code: 'Field.Unexpected',
  },
  {
    spoil: (element) => ({ ...element, EndToEndIdentification: 'NORTHWIND'.repeat(4) }),
    field: 'EndToEndIdentification',
    code: 'Field.Invalid',
  },
];

/**
 * Name of the wrong field in the consent. It announces one payment fewer than the file contains.
 */
const WRONG_COUNT = 'Data.Initiation.NumberOfTransactions';

/**
 * Uploads a second file with many mistakes. The service reports all of them and makes no payment.
 */
export async function showMistakes(screen: Screen, tpp: Tpp): Promise<void> {
  screen.heading('A file with mistakes');
  screen.paragraph('A second file: one payment is correct, ten are wrong, and so is their number.');
  const credit = { creditor: 'Zoë Brontë Castings Ltd', account: '20041512345678' };
  const elements = Array.from({ length: MISTAKES.length + 1 }, (_, index) =>
    makeElement(index, { ...credit, amountPence: 10_50 }),
  );
  const file = fileOf(
    elements.map((element, index) => MISTAKES[index - 1]?.spoil(element) ?? element),
  );
  const initiation: Initiation = {
    FileType: PAYMENT_FILE_3_1,
    FileHash: hashOf(file),
    NumberOfTransactions: String(MISTAKES.length),
  };

  const narrator = createNarrator(screen);
  const consentId = await announce(tpp, initiation, narrator);
  narrator.caption('The response lists every error, not only the first.');
  const answer = await upload(tpp, consentId, file, narrator);
  const { Errors } = readAs(expectStatus(answer, 400), Refusal);
  await expectConsent(tpp, consentId, 'Rejected', narrator);
  expectEqual(
    'The faults',
    Errors.map(({ ErrorCode, Path }) => `${ErrorCode} ${Path}`),
    [
      `UK.OBIE.Field.Invalid ${WRONG_COUNT}`,
      ...MISTAKES.map(
        ({ field, code }, index) =>
          `UK.OBIE.${code} Data.DomesticPayments[${String(index + 1)}].${field}`,
      ),
    ],
  );
  showFaults(screen, Errors);
}

function showFaults(screen: Screen, errors: z.infer<typeof Refusal>['Errors']): void {
  screen.line();
  const row = (payment: string, field: string, code: string): string =>
    `${right(payment, 7)}  ${left(field, 31)} ${code}`;
  screen.line(screen.style('dim', row('payment', 'field, found and expected', 'code')));
  for (const { ErrorCode, Message, Path } of errors) {
    const [, payment = 'consent', field = Path.replace('Data.Initiation.', '')] =
      /^Data\.DomesticPayments\[(\d+)\]\.(.*)$/.exec(Path) ?? [];
    const code = screen.style('red', ErrorCode);
    screen.line(row(payment, screen.style('bold', field), code));
    screen.paragraph(Message, { indent: 9, style: 'dim' });
  }
}
