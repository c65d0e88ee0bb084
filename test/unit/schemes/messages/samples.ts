import type { MessageCredit } from '../../../../src/domain/schemes/messages.ts';
import type { Pacs008Instrument } from '../../../../src/schemes/messages/pacs008-formats.ts';
import { credit, creditOf, foreignCredit } from './credits.ts';

const BERLIN = {
  Department: 'Accounts',
  StreetName: 'Straße des 17. Juni',
  BuildingNumber: '135',
  PostCode: '10623',
  TownName: 'Berlin',
  Country: 'DE',
  AddressLine: ['Building B', 'Room <7>'],
};

const PARIS = { bic: 'PSSTFRPPXXX', name: null, address: null };

/** Credits for one message of each scheme, as in the golden files of fixtures/schemes. */
export const SAMPLES: Readonly<Record<Pacs008Instrument, readonly MessageCredit[]>> = {
  FPS: [
    credit(0),
    creditOf(
      { index: 7, reference: '', endToEndIdentification: '' },
      {
        amount: { minor: 1, currency: 'GBP' },
        debtor: { name: 'Café Zoë', address: null, account: '11280001234567' },
        creditor: { ...credit(0).creditor, secondary: 'ROLL/12', name: '東京 <Tokyo>' },
      },
    ),
  ],
  CHAPS: [
    creditOf(
      {},
      {
        amount: { minor: 250_000_00, currency: 'GBP' },
        creditor: {
          ...credit(0).creditor,
          agent: { bic: 'BUKBGB22', name: null, address: null },
          address: { StreetName: 'Cheapside', TownName: 'London', Country: 'GB' },
        },
      },
    ),
  ],
  SEPA: [
    foreignCredit('DE89370400440532013000', 'EUR', {}),
    foreignCredit('FR1420041010050500013M02606', 'EUR', { agent: PARIS }, {}, 1),
  ],
  SWIFT: [
    foreignCredit(
      '021-000021 12',
      'USD',
      {
        name: 'Acme "West" & Co',
        country: 'US',
        address: { ...BERLIN, Country: 'US', TownName: 'New York', CountrySubDivision: 'NY' },
        agent: { bic: null, name: 'Bank of the Example', address: BERLIN },
        clearingCode: { code: 'USABA', identification: '021000021' },
        secondary: 'Sub-account 4',
      },
      { chargeBearer: 'BorneByCreditor', purpose: { code: 'SUPP', extended: '' } },
    ),
  ],
  SameDayEUR: [
    foreignCredit(
      'DE89370400440532013000',
      'EUR',
      { address: BERLIN, agent: { bic: 'COBADEFFXXX', name: null, address: null } },
      {
        chargeBearer: 'BorneByDebtor',
        purpose: { code: '', extended: 'Payment for the lease of a building' },
      },
    ),
  ],
};

export const OTHER_DEBTOR = { name: 'Zoo Ltd', address: null, account: '11280007654321' };

/** Credits of two debtors for a Bacs file. */
export const BACS_CREDITS = [
  credit(0),
  credit(4, { amount: { minor: 99, currency: 'GBP' }, debtor: OTHER_DEBTOR }),
  creditOf({ index: 9, reference: '' }, { amount: { minor: 1, currency: 'GBP' } }),
];
