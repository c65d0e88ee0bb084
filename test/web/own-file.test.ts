import { expect, it } from 'vitest';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { useOwnPages } from './use-own-pages.ts';

const newCustomer = useOwnPages();

/** So many payments, of a penny more each, to three payees by turns. */
function manyPayments(count: number): Buffer {
  const NAMES = ['Oakwell Dairy', 'Fresco Ltd', 'Ludlow Print'];
  return fileOf(
    Array.from({ length: count }, (_, index) =>
      payment(index, {
        InstructedAmount: {
          Amount: `1000.${String(index % 100).padStart(2, '0')}`,
          Currency: 'GBP',
        },
        CreditorAccount: account(String(20_000_000_000_000 + index), NAMES[index % 3]),
      }),
    ),
  );
}

it('all payments of a file are searched and sorted, 200 on a page', async () => {
  const { browser, bank, shown } = newCustomer();
  const id = await bank.tpp.pay(manyPayments(450));
  await browser.signInAtOwn();
  const path = `/my/payments/${id}/all`;
  expect(await shown(path)).toContain('As in the file: 1 to 200 of 450');
  expect(await shown(`${path}?page=3`)).toContain('As in the file: 401 to 450 of 450');
  expect(await shown(`${path}?text=FRESCO+ltd&sort=amount`)).toMatch(
    /Largest first: 1 to 150 of 150 Payee Amount Fresco Ltd 20-00-00 00000199, .*? £1,000\.99/,
  );
  expect(await shown(`${path}?text=${encodeURIComponent('£1,000.07')}`)).toContain('5 payments');
  expect(await shown(`${path}?text=20-00-00+00000449`)).toContain('1 payment ');
  expect(await shown(`${path}?text=FRESCO-44`)).toContain('11 payments');
  expect(await shown(`${path}?sort=payee`)).toMatch(/By payee: 1 to 200 of 450 .*?Fresco Ltd/);
  expect(await shown(`${path}?text=nobody&page=-1&sort=none`)).toContain('Nothing was found.');
});

it('another customer finds nothing in it', async () => {
  const { browser, bank } = newCustomer();
  const id = await bank.tpp.pay(manyPayments(3));
  await browser.signInAtOwn('sam');
  expect((await browser.open(`/my/payments/${id}/all?text=Fresco`)).status).toBe(404);
});
