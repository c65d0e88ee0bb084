import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { ACT } from '../contract/store/fixtures.ts';
import { TO_USA } from '../helpers/international.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { HttpBrowser, ORIGIN, wordsOf } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForFile, askForPayment, askForPaymentAbroad, askForVrp } from './requests.ts';

const NORTHWIND = '11280001234567';
/** Names and references in right-to-left scripts. Customers and TPPs may use such texts. */
const PAYEE = 'שרה כהן';
const REFERENCE = 'فاتورة 412';
const TPP = 'حساب';
const OWNER = 'שיא בע״מ';
const HOLDER = 'Northwind Components plc';

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
  await nameTpp(TPP, OWNER);
});
afterAll(async () => {
  await opened?.close();
});

/** Changes the software name and the owner name of tpp-one in the directory. */
async function nameTpp(name: string, ownerName: string): Promise<void> {
  const { store } = expectDefined(opened, 'the bank').service;
  const known = expectDefined(await store.findSoftwareOf('tpp-one'), 'tpp-one');
  const software = [{ ...known.software, name }];
  await store.replaceDirectory([{ ...known.organisation, name: ownerName, software }], ACT);
}

/** Returns the pages of an interaction for a new consent. */
async function pagesOf(
  ask: (tpp: PagesBank['tpp']) => Promise<string>,
  rest: readonly string[] = [],
): Promise<string[]> {
  const bank = expectDefined(opened, 'the bank');
  const uid = bank.begin(await ask(bank.tpp));
  const browser = new HttpBrowser(bank);
  const pages: string[] = [];
  const look = async (path = ''): Promise<void> => {
    pages.push((await browser.open(`/interaction/${uid}${path}`)).text);
  };
  await look();
  await browser.signIn(uid);
  await look();
  await browser.send(uid, 'account', { account: NORTHWIND });
  await look();
  for (const path of rest) await look(path);
  await look('/approve');
  await browser.approve(uid);
  await look();
  return pages;
}

const party = account('20000000000001', PAYEE);
const remittance = { Reference: REFERENCE, Unstructured: REFERENCE };
const initiation = { CreditorAccount: party, RemittanceInformation: remittance };

describe('text that customers or TPPs wrote', () => {
  it.each([
    ['a payment', () => pagesOf((tpp) => askForPayment(tpp, initiation), ['/account'])],
    ['a file', () => pagesOf((tpp) => askForFile(tpp, 60, initiation), ['/payments'])],
    ['variable recurring payments', () => pagesOf(askForVrp)],
    [
      'an international payment',
      () =>
        pagesOf((tpp) =>
          askForPaymentAbroad(tpp, {
            RemittanceInformation: remittance,
            Creditor: Object.assign({}, TO_USA['Creditor'], { Name: PAYEE }),
            CreditorAccount: {
              SchemeName: 'OtherAccount',
              Identification: '0123456789',
              Name: PAYEE,
              SecondaryIdentification: REFERENCE,
            },
          }),
        ),
    ],
  ])('never reorders the text around it, on any page of %s', async (_, readPages) => {
    const pages = await readPages();
    const all = pages.join('');
    for (const text of [TPP, OWNER, HOLDER]) expect(all).toContain(`<bdi>${text}</bdi>`);
    const ours = wordsOf(all.replaceAll(/<bdi>[^<]*<\/bdi>/g, ''));
    for (const text of [TPP, OWNER, HOLDER, PAYEE, REFERENCE, 'Fresco', 'INVOICE', 'ACME']) {
      expect(ours).not.toContain(text);
    }
    expect(ours).not.toMatch(/[\u0590-\u06ff]/);
  });

  it('is shown with escaped control characters if it was stored before these were refused', async () => {
    await nameTpp('Lark\u202efield', 'Lark\u00adfield');
    const pages = await pagesOf((tpp) => askForPayment(tpp));
    await nameTpp(TPP, OWNER);
    const words = wordsOf(pages.join(''));
    expect(words).toContain(String.raw`Lark\u202efield ( Lark\u00adfield )`);
    expect(words).not.toMatch(/[\u00ad\u202e]/);
  });

  it('is not shown if it was the reason to refuse a file', async () => {
    const bank = expectDefined(opened, 'the bank');
    const file = fileOf([payment(0, { CreditorAccount: { ...party, Name: 'ocserF\u202e' } })]);
    const consentId = await bank.tpp.consentFor(file);
    expect((await bank.tpp.upload(consentId, file)).status).toBe(400);
    const uid = bank.begin(consentId);
    const browser = new HttpBrowser(bank);
    await browser.signIn(uid);
    const { text } = await browser.open(`/interaction/${uid}`);
    expect(text).toContain('The payment file was not accepted');
    expect(text).not.toMatch(/ocserF|\u202e/);
  });
});
