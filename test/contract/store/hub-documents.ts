import { describe, expect, it } from 'vitest';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import { arrivalOf, documentOf } from './hub-messages.ts';

/** Tests of documents whose bytes are stored in the database. */
export function hubDocumentsSuite(open: OpenStore): void {
  describe('a small document of a hub', () => {
    it(
      'can be stored with its bytes, and then is no stored file',
      withStore(open, async (store) => {
        const content = Buffer.from([0, 0xff, 0x0a, 0x27, ...Buffer.from('“Größe”')]);
        const small = { sha256: documentOf('a'), bytes: content.length };
        const arrival = arrivalOf('one.xml');
        expect(await store.addDelivery({ ...small, content }, arrival, NOW)).toBe(true);
        expect(await store.addDelivery(small, arrival, LATER)).toBe(false);
        const listed = await store.deliveriesToRead(1);
        expect(listed).toEqual([
          { ...small, ...arrival, nextPosition: 0, kind: null, isInDatabase: true },
        ]);
        const found = await store.findDocument(documentOf('a'));
        expect({ ...found, content: Buffer.from(found?.content ?? []) }).toEqual({
          ...small,
          content,
        });
        expect(await store.findDocument(documentOf('b'))).toBeUndefined();
        expect(await store.isFileStored(documentOf('a'))).toBe(false);
        const cut = { ...small, sha256: documentOf('b'), content: content.subarray(1) };
        await expect(store.addDelivery(cut, arrival, NOW)).rejects.toThrow();
      }),
    );

    it(
      'gets its bytes back from the hub if they were changed in the database',
      withStore(open, async (store) => {
        const stored = async () =>
          Buffer.from((await store.findDocument(documentOf('a')))?.content ?? []).toString();
        const add = (text: string | null) => {
          const content = text === null ? null : Buffer.from(text);
          const small = { sha256: documentOf('a'), bytes: 4, content };
          return store.addDelivery(small, arrivalOf('one.xml'), NOW);
        };
        expect(await add('lost')).toBe(true);
        expect(await add('kept')).toBe(true);
        expect(await stored()).toBe('kept');
        expect([await add('kept'), await add(null)]).toEqual([false, false]);
        expect(await stored()).toBe('kept');
      }),
    );
  });
}
