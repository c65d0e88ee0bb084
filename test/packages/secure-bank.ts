import { decodeJwt } from 'jose';
import { connect, paymentFile, register } from '../../client/src/index.ts';
import type { RealBank } from '../contract/access/real-bank.ts';
import { approve, INITIATION, optionsFor } from '../client/sandbox.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { anonymousTransport, request } from '../helpers/secure-browser.ts';
import { registrationRequest } from '../helpers/secure-operator.ts';

const SOFTWARE = 'tpp-one';

/** Requests a path of the TPPs' listener without a client certificate. Rejects if it is refused. */
export function askWithoutCertificate(bank: RealBank) {
  return request(`${bank.apiUrl}/open-banking/v3.1/pisp/domestic-payments/none`, {
    transport: anonymousTransport(bank),
  });
}

/**
 * Registers a TPP at a bank of the secure profile. Pays a single payment and a file over mutual
 * TLS, with signed requests and verified responses. Returns the final statuses.
 */
export async function paySecurely(bank: RealBank): Promise<readonly string[]> {
  const options = optionsFor(bank, 'v3.1', SOFTWARE);
  const { issuer, tls, signing } = options;
  const statement = decodeJwt(await registrationRequest(bank, SOFTWARE))['software_statement'];
  const { client } = await register({
    ...{ issuer, tls, signing: { key: signing.key }, softwareId: SOFTWARE },
    ...{ softwareStatement: String(statement), authentication: 'tls_client_auth' },
    redirectUris: [`https://${SOFTWARE}.example/callback`],
  });
  const tpp = await connect({ ...options, client });
  const payments = tpp.payments('domestic-payments');
  const Data = { Initiation: INITIATION };
  const { ConsentId } = (await payments.createConsent({ Data, Risk: {} })).Data;
  const token = await approve(bank, tpp, ConsentId);
  const body = { Data: { ConsentId, Initiation: INITIATION }, Risk: {} };
  const { DomesticPaymentId } = (await payments.createPayment(body, { token })).Data;
  const single = await tpp.waitFor('domestic-payments', DomesticPaymentId);

  const file = await paymentFile(bulkFile(2));
  const Initiation = { FileType: 'UK.OBIE.PaymentInitiation.3.1', FileHash: file.hash };
  const consent = await tpp.files.createConsent({ Data: { Initiation } });
  await tpp.files.uploadFile(consent.Data.ConsentId, file);
  // Each user has a one-time code that was not used before.
  const approval = await approve(bank, tpp, consent.Data.ConsentId, { user: 'colin' });
  const submission = { Data: { ConsentId: consent.Data.ConsentId, Initiation } };
  const { FilePaymentId } = (await tpp.files.createPayment(submission, { token: approval })).Data;
  const whole = await tpp.waitFor('file-payments', FilePaymentId);
  await tpp.close();
  return [single.Data.Status, whole.Data.Status];
}
