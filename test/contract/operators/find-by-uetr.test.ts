import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uetrOf } from '../../../src/domain/schemes/uetr.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { run } from '../../unit/cli/fixtures.ts';
import { ELSEWHERE, RecallingBank } from '../execution/recalling-bank.ts';

let bank: RecallingBank;

beforeAll(async () => {
  bank = await RecallingBank.start();
});

afterAll(() => bank.end());

const find = (text: string) => run('find', [text], bank.service.directory);

/** Pays a file of three rows. Returns the payment, its consent and its message. */
async function paidFile() {
  const paymentId = await bank.payAndStopHub([ELSEWHERE, ELSEWHERE, ELSEWHERE]);
  const { store } = bank.service;
  const [message] = await store.listMessages({ by: 'payment', id: paymentId }, 1);
  return { paymentId, message: expectDefined(message, 'the message') };
}

describe('the UETR of a credit', () => {
  test('finds its row of a file, also in capital letters, and no other payment', async () => {
    const { paymentId, message } = await paidFile();
    for (const index of [0, 2]) {
      const uetr = uetrOf({ messageId: message.id, index });
      for (const text of [uetr, ` ${uetr.toUpperCase()} `]) {
        const printed = await find(text);
        expect(printed).toContain(paymentId);
        expect(printed).toMatch(new RegExp(`row ${String(index + 1)}\\b`, 'i'));
        expect(printed).toContain('\n1 found.');
      }
    }
    const other = message.id.startsWith('MZ') ? 'MY' : 'MZ';
    const foreign = uetrOf({ messageId: `${other}${message.id.slice(2)}`, index: 0 });
    const beyond = uetrOf({ messageId: message.id, index: 3 });
    for (const text of [foreign, beyond, '7a562c67-ca16-48ba-b074-65581be6f001']) {
      expect(await find(text)).toContain('No payment found.');
    }
  });
});
