import { describe, expect, it, vi } from 'vitest';
import { StoredFileDamaged } from '../../src/domain/ports/storage-errors.ts';
import { scheduledStep, useConsole } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

const bank = useConsole();

describe('a payment with a parked step', () => {
  it('waits for an operator, on its page, in its rows and in the search', async () => {
    const step = await scheduledStep(bank());
    const { paymentId: id } = step;
    const browser = await bank().signedIn('olga', 'read');
    const pages = async (): Promise<readonly string[]> => {
      const found = await browser.send('/payments', '/payments', { search: id });
      const opened = [`/payments/${id}`, `/payments/${id}?row=1`, `/payments/${id}/rows`].map(
        async (path) => (await browser.open(path)).text,
      );
      return [...(await Promise.all(opened)), found.text].map(wordsOf);
    };
    const parked = 'A step failed and waits for an operator';
    for (const text of await pages()) expect(text).not.toContain(parked);
    const failure = { at: bank().service.clock.now(), problem: 'Error: it fails', tryAt: null };
    await bank().service.store.postponeWork(step, failure);
    for (const text of await pages()) expect(text).toContain(parked);
  });
});

describe('a damaged payment file', () => {
  it('is named with a command, on the page of its rows and of a row', async () => {
    const { paymentId: id } = await scheduledStep(bank());
    const browser = await bank().signedIn('oscar', 'read');
    const { store } = bank().service;
    const facts = await store.findFile((await store.findPayment(id))?.consentId ?? '');
    if (facts === undefined) throw new Error('no file');
    const sha256 = 'd'.repeat(64);
    const find = vi.spyOn(store, 'findFile').mockResolvedValue({ ...facts, sha256 });
    for (const path of [`/payments/${id}/rows`, `/payments/${id}/rows/csv`]) {
      const { status, text } = await browser.open(path);
      expect([path, status]).toEqual([path, 503]);
      expect(wordsOf(text)).toContain('The payment file is damaged');
      expect(wordsOf(text)).toContain(sha256);
      expect(wordsOf(text)).toContain('npx pisctl audit files');
    }
    find.mockRestore();
    expect(bank().events).toContainEqual(
      expect.objectContaining({ kind: 'failure', error: expect.any(StoredFileDamaged) as Error }),
    );
  });
});
