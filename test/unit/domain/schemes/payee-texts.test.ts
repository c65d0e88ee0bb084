import { describe, expect, it } from 'vitest';
import { isChanged, receivedTexts } from '../../../../src/domain/schemes/payee-texts.ts';

const SENT = {
  creditorName: 'Fresco Ltd',
  reference: 'INV 7',
  unstructured: 'Flour and yeast',
  endToEndIdentification: 'E2E-7',
};

describe('the texts that a payee receives', () => {
  it('are cut to the lengths of Faster Payments', () => {
    const long = { ...SENT, creditorName: 'n'.repeat(41), reference: 'INVOICE 2026/11/0000417' };
    const { name, reference, note } = receivedTexts('FPS', long);
    expect(name).toEqual({ text: 'n'.repeat(40), replaced: 0, isCut: true });
    expect(reference.text).toBe('INVOICE 2026/11/00');
    expect(note?.text).toBe('Flour and yeast');
    expect([name, reference].map(isChanged)).toEqual([true, true]);
  });

  it('contain one reference for Bacs: the roll number, the reference, or the text', () => {
    expect(receivedTexts('BACS', SENT, 'ROLL 1').reference.text).toBe('ROLL 1');
    expect(receivedTexts('BACS', SENT)).toMatchObject({ reference: { text: 'INV 7' }, note: null });
    const reference = { ...SENT, reference: ' ' };
    expect(receivedTexts('BACS', reference).reference.text).toBe('FLOUR AND YEAST');
    const last = receivedTexts('BACS', { ...reference, unstructured: '' });
    expect([last.reference.text, last.referenceSent]).toEqual(['E2E-7', 'E2E-7']);
  });

  it('leave out the text of a CHAPS payment that has a reference', () => {
    expect(receivedTexts('CHAPS', SENT).note).toBeNull();
    expect(receivedTexts('CHAPS', { ...SENT, reference: '' }).note?.text).toBe('Flour and yeast');
  });

  it('are unchanged if a letter is only written in another way', () => {
    const { name } = receivedTexts('FPS', { ...SENT, creditorName: 'Café & Co' });
    expect([name.text, isChanged(name)]).toEqual(['Cafe + Co', false]);
    expect(isChanged(receivedTexts('FPS', { ...SENT, creditorName: '東京' }).name)).toBe(true);
  });
});
