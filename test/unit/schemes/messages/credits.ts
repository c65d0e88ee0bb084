import fc from 'fast-check';
import { NO_PURPOSE, type Creditor } from '../../../../src/domain/execution/credit.ts';
import type {
  MessageCredit,
  MessageHeader,
  SendingBank,
} from '../../../../src/domain/schemes/messages.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';

export const BANK: SendingBank = { bic: 'SANDGB2LXXX', serviceUserNumber: '123456' };

const EXETER = {
  StreetName: 'Fore Street',
  BuildingNumber: '3',
  PostCode: 'EX4 3AT',
  TownName: 'Exeter',
  Country: 'GB',
};

/** Texts that break writers which do not escape, transliterate or cut correctly. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('&', '&amp;', '&nbsp;', '&#0;', '<', '>', ']]>', '"', '\r', '\n', '\0', '//'),
      fc.constantFrom('😀', '👨‍👩‍👧', '\ud800', '\udfff', '\ufffe', 'é', 'ß', '東京', ' '.repeat(40)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

const BRITISH: Creditor = {
  name: 'Baker & Sons Ltd',
  address: null,
  country: 'GB',
  isBritish: true,
  secondary: '',
  agent: null,
  clearingCode: null,
};

/** A credit with a British creditor in pounds. */
export function credit(index: number, changes: Partial<MessageCredit> = {}): MessageCredit {
  return {
    payment: {
      index,
      instrument: 'FPS',
      date: null,
      amountPence: 10_50,
      debtor: null,
      creditor: '20304012345678',
      creditorName: 'Baker & Sons Ltd',
      instructionIdentification: `INSTR-${String(index)}`,
      endToEndIdentification: `E2E-${String(index)}`,
      reference: `INV ${String(index)}`,
      unstructured: 'Flour & yeast, June',
    },
    creditor: BRITISH,
    amount: { minor: 10_50, currency: 'GBP' },
    debtor: { name: 'Café Zoë', address: EXETER, account: '11280001234567' },
    chargeBearer: undefined,
    purpose: NO_PURPOSE,
    ...changes,
  };
}

/** A credit with changes of its payment. */
export function creditOf(
  changes: Partial<MessageCredit['payment']>,
  others: Partial<MessageCredit> = {},
): MessageCredit {
  const made = credit(changes.index ?? 0, others);
  return { ...made, payment: { ...made.payment, ...changes } };
}

/** A credit in another currency to an account abroad. */
export function foreignCredit(
  account: string,
  currency: string,
  creditor: Partial<Creditor>,
  others: Partial<MessageCredit> = {},
  index = 0,
): MessageCredit {
  return creditOf(
    { index, creditor: account },
    {
      amount: { minor: 1234, currency },
      creditor: { ...BRITISH, isBritish: false, name: 'Müller GmbH', country: 'DE', ...creditor },
      ...others,
    },
  );
}

/** The header that the credits add up to. */
export function headerOf(
  instrument: Instrument,
  credits: readonly MessageCredit[],
  changes: Partial<MessageHeader> = {},
): MessageHeader {
  return {
    id: 'M01K00000000000000000ABC',
    instrument,
    createdAt: Date.parse('2026-12-01T09:30:00Z'),
    settlementDate: '2026-12-02',
    transactions: credits.length,
    total: {
      minor: credits.reduce((sum, { amount }) => sum + amount.minor, 0),
      currency: credits[0]?.amount.currency ?? 'GBP',
    },
    ...changes,
  };
}
