import { expect, test } from 'vitest';
import { internationalScheduledPayments } from '../../../src/families/international/scheduled-payments.ts';
import { inPounds, rateOf, SAM, useInternationalBank } from '../../helpers/international-bank.ts';
import { TO_USA } from '../../helpers/international.ts';
import { dataOf } from '../../helpers/tpp.ts';

const abroad = useInternationalBank({ family: internationalScheduledPayments });

const dollars = rateOf('USD');
const inDollars = inPounds(165.88, dollars);

test('before execution, no answer and no event contains a charge, a rate or an amount derived from them', async () => {
  const { family } = abroad();
  const Initiation = { ...TO_USA, RequestedExecutionDateTime: '2026-12-04T15:00:00Z' };
  const data = { Permission: 'Create' };
  const consent = await abroad().ask(Initiation, data);
  const { consentId, decision, token } = await abroad().decided(Initiation, SAM, data);
  const funds = await abroad().tpp.get(`/${family.consents}/${consentId}/funds-confirmation`, {
    token,
  });
  const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
  const payment = await abroad().tpp.post(`/${family.payments}`, body, { token });
  const paymentId = String(dataOf(payment)[family.paymentIdName]);
  const texts = [
    ...[consent, funds, payment].map(({ text }) => text),
    (await abroad().readConsent(consentId)).text,
    (await abroad().readPayment(paymentId)).text,
    (await abroad().tpp.get(`/${family.payments}/${paymentId}/payment-details`)).text,
    JSON.stringify(decision),
    // Without durations: one of 15.00 ms is not a charge.
    JSON.stringify(abroad().service.events.map((event) => ({ ...event, milliseconds: 0 }))),
    JSON.stringify(await abroad().statementOf(SAM.debtorAccount)),
  ].join();
  expect(texts).toContain(paymentId);
  const cost = Number(inDollars) + 15;
  for (const figure of [String(dollars), inDollars, '15.00', cost.toFixed(2)]) {
    expect(texts).not.toContain(figure);
    // An event may contain the amount as a number of pence.
    expect(texts).not.toMatch(new RegExp(`:${figure.replace('.', '')}[,}]`));
  }
});
