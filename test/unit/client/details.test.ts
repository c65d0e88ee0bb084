import { expect, test } from 'vitest';
import type { Call } from '../../../client/src/api.ts';
import { FamilyClient } from '../../../client/src/families.ts';

const entry = (id: string) => ({ PaymentTransactionId: id, Status: 'Pending' });

/** Reads the details from a bank that gives these pages in turn. Repeats the last one. */
function readFrom(...pages: readonly object[]) {
  const queries: Call['query'][] = [];
  const client = new FamilyClient<'v3.1', 'file-payments'>(
    {
      perform: ({ query }) => {
        queries.push(query);
        const body = pages[Math.min(queries.length, pages.length) - 1];
        const headers = new Headers();
        const bytes = new Uint8Array();
        return Promise.resolve({ status: 200, body, headers, bytes, interactionId: undefined });
      },
    },
    'file-payments',
  );
  const ids: string[] = [];
  const reading = (async () => {
    for await (const item of client.details('f-1')) ids.push(item.PaymentTransactionId);
  })();
  return { ids, queries, reading };
}

const page = (ids: readonly string[], rest: object = {}) => ({
  Data: { PaymentStatus: ids.map(entry) },
  ...rest,
});

test('the link to the next page is followed, whatever its parameters', async () => {
  const Next = 'https://bank.example/details?cursor=a%2Fb&limit=2';
  const { ids, queries, reading } = readFrom(
    page(['1', '2'], { Links: { Self: 's', Next } }),
    page([], { Links: { Self: 's', Next: '/details?cursor=c' } }),
    page(['3'], { Links: { Self: 's' } }),
  );
  await reading;
  expect(ids).toEqual(['1', '2', '3']);
  expect(queries).toEqual([{}, { cursor: 'a/b', limit: '2' }, { cursor: 'c' }]);
});

test('pages without links are counted', async () => {
  const Meta = { TotalPages: 2 };
  const { ids, queries, reading } = readFrom(page(['1'], { Meta }), page(['2'], { Meta }));
  await reading;
  expect(ids).toEqual(['1', '2']);
  expect(queries).toEqual([{}, { page: '2' }]);
});

test.each([
  ['has no links', page(['1', '2']), ['1', '2']],
  ['links to nothing', page(['1'], { Links: { Next: null }, Meta: { TotalPages: 1 } }), ['1']],
  ['has no entries', { Data: {} }, []],
])('one request is enough if the page %s', async (_, only, expected) => {
  const { ids, queries, reading } = readFrom(only);
  await reading;
  expect(ids).toEqual(expected);
  expect(queries).toHaveLength(1);
});

test('a bank that returns the same page again is reported', async () => {
  const { ids, reading } = readFrom(page(['1'], { Links: { Next: '?page=2' } }));
  await expect(reading).rejects.toThrow('same entries on page 2');
  expect(ids).toEqual(['1']);
});
