import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ScreeningClient } from '../../../src/connections/screening-client.ts';
import {
  ScreeningUnavailable,
  type ScreenedPayment,
  type ScreeningContext,
} from '../../../src/domain/ports/screening.ts';
import { openReferenceScreening } from '../../../src/simulators/screening/server.ts';

const CONTEXT: ScreeningContext = {
  ...{ paymentId: 'dp-1', family: 'domestic-payments', clientId: 'larkfield' },
  ...{ organisationId: 'org', customerId: 'northwind', receivedAt: 0, risk: { Code: 'Other' } },
  approvals: [{ userId: 'clara', at: 0, factor: 'passkey', address: null }],
  velocity: { submissions: 1, totalPence: 5 },
};

function to(creditorName: string, index = 0): ScreenedPayment {
  return {
    ...{ id: `dp-1.0.${String(index)}`, instrument: 'FPS', amount: { minor: 5, currency: 'GBP' } },
    ...{ debtorAccount: '11280001234567', creditorName, creditorAccount: '20304012345678' },
    ...{ creditorCountry: 'GB', reference: 'R', requestedDate: null, payeeAnswer: null },
    payeeNews: 'newPayee',
  };
}

function clientOf(url: string, deadlineMs = 2000): ScreeningClient {
  const client = new ScreeningClient({ url, files: null, deadlineMs });
  onTestFinished(() => client.close());
  return client;
}

async function reference(options: { delayMs?: number; errorEvery?: number } = {}) {
  const service = await openReferenceScreening({ port: 0, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** Starts a service that gives the same answer to each request. Returns a client. */
async function answering(status: number, text: string): Promise<ScreeningClient> {
  const server = createServer((_incoming, outgoing) => outgoing.writeHead(status).end(text));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return clientOf(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
}

/** Returns the failure of a question about a payment. */
async function failureOf(client: ScreeningClient): Promise<ScreeningUnavailable> {
  const failure: unknown = await client.screen(CONTEXT, [to('ACME')]).catch((e: unknown) => e);
  if (failure instanceof ScreeningUnavailable) return failure;
  throw new Error(`Expected a failure, and got ${JSON.stringify(failure)}.`);
}

const HELD = '{"id":"dp-1.0.0","decision":"hold","class":"fraud"}';

describe('the client of the screening', () => {
  test('gets each kind of decision from the reference screening, in order', async () => {
    const client = clientOf((await reference()).url);
    const names = ['Sanctioned', 'ACME', 'A Scam', 'Doubtful', 'Suspicious', 'Forbidden'];
    const decisions = await client.screen(CONTEXT, names.map(to));
    const held = { kind: 'hold', class: 'fraud' };
    expect(decisions).toMatchObject([
      { kind: 'hold', class: 'sanctions', tellPayer: 'nothing', bankCaseId: 'CASE-dp-1.0.0' },
      { kind: 'accept' },
      { ...held, tellPayer: 'reasons', reasons: ['known_scam'] },
      { kind: 'hold', class: 'other' },
      { ...held, tellPayer: 'delay' },
      { kind: 'reject', class: 'fraud', bankCaseId: null },
    ]);
  });

  test('gets the first decision about a payment again', async () => {
    const client = clientOf((await reference()).url);
    expect(await client.screen(CONTEXT, [to('ACME')])).toEqual([{ kind: 'accept' }]);
    expect(await client.screen(CONTEXT, [to('Forbidden')])).toEqual([{ kind: 'accept' }]);
  });

  test('gets decisions of the case system page by page', async () => {
    const service = await reference();
    const client = clientOf(service.url);
    const none = await client.decisionsAfter(null);
    expect(none).toEqual({ decisions: [], next: '0', hasMore: false });
    const body = JSON.stringify({ id: 'dp-1.0.0', decision: 'reject', by: ['eve'] });
    await fetch(`${service.url}/decisions`, { method: 'POST', body });
    const decisions = [{ screeningId: 'dp-1.0.0', decision: 'reject', by: ['eve'] }];
    expect(await client.decisionsAfter('0')).toEqual({ decisions, next: '1', hasMore: false });
    expect(await client.decisionsAfter('1')).toMatchObject({ decisions: [] });
  });

  test('fails if the screening is slow, away or refuses', async () => {
    await failureOf(clientOf((await reference({ delayMs: 5000 })).url, 100));
    await failureOf(clientOf('http://127.0.0.1:1'));
    for (const status of [500, 503, 400, 404]) {
      const { message } = await failureOf(await answering(status, '{}'));
      expect(message).toContain(`status ${String(status)}`);
    }
  });

  test('repeats a request after an error', async () => {
    const client = clientOf((await reference({ errorEvery: 2 })).url);
    for (let request = 0; request < 3; request += 1) {
      expect(await client.screen(CONTEXT, [to('ACME')])).toEqual([{ kind: 'accept' }]);
    }
  });

  test.each([
    'accept',
    '{}',
    '{"results":[]}',
    '{"results":[{"id":"other","decision":"accept"}]}',
    '{"results":[{"id":"dp-1.0.0","decision":"perhaps"}]}',
    '{"results":[{"id":"dp-1.0.0","decision":"hold"}]}',
    '{"results":[{"id":"dp-1.0.0","decision":"hold","class":"mood"}]}',
    `{"results":[${HELD},{"id":"dp-1.0.0","decision":"accept"}]}`,
  ])('never takes the answer %s for a decision', async (text) => {
    const { message } = await failureOf(await answering(200, text));
    expect(message).not.toMatch(/perhaps|mood/);
  });
});
