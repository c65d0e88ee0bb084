import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../pis/src/input/open.ts';
import { painSubset } from '../../pis/src/input/pain-subset.ts';
import { writeText } from '../../pis/src/output/csv-text.ts';
import type { SourceRow } from '../../pis/src/rows/model.ts';
import { fileOf } from './fixtures.ts';
import { bacsOf, contra, credit, painOf } from './formats.ts';

/** Reads a file as rows, without their lines. */
async function rowsOf(path: string): Promise<readonly Omit<SourceRow, 'line'>[]> {
  const rows: Omit<SourceRow, 'line'>[] = [];
  for await (const { cells, broken } of (await openSource(path, {})).rows()) {
    rows.push({ cells, ...(broken !== undefined && { broken }) });
  }
  return rows;
}

/** Writes a file with the rows at some positions, and returns its path. */
async function subsetOf(path: string, positions: readonly number[], id = 'P1'): Promise<string> {
  const { subset } = await openSource(path, {});
  if (subset === undefined) throw new Error('The format has no subset.');
  const target = `${path}.${positions.join('-').slice(0, 50)}.${id}`;
  await writeText(target, subset.textOf(new Set(positions), id), subset);
  return target;
}

/** Expects that a subset reads as these rows of the file, and returns its bytes. */
async function expectSubset(content: string | Uint8Array, positions: readonly number[]) {
  const path = await fileOf(content);
  const rows = await rowsOf(path);
  const target = await subsetOf(path, positions);
  expect(await rowsOf(target)).toEqual(positions.map((position) => rows[position - 1]));
  return readFile(target);
}

const THREE = painOf({
  batches: [
    [
      ['A', 101],
      ['B &amp; <![CDATA[<CdtTrfTxInf>]]>', 202],
    ],
    [['C', 303]],
    [
      ['D<!-- <NbOfTxs>9</NbOfTxs> -->', 404],
      ['E', 505],
    ],
  ],
});

describe('some payments of a pain.001', () => {
  it('have the header and the totals of the new file, and their bytes', async () => {
    const text = (await expectSubset(THREE, [2, 5])).toString();
    expect(text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>7.07</CtrlSum>\n    <InitgPty>');
    expect(text.match(/<PmtInfId>..<|<NbOfTxs>\d<|<CtrlSum>[\d.]+</g)).toEqual([
      ...['<NbOfTxs>2<', '<CtrlSum>7.07<'],
      ...['<PmtInfId>B1<', '<NbOfTxs>1<', '<CtrlSum>2.02<'],
      ...['<PmtInfId>B3<', '<NbOfTxs>1<', '<CtrlSum>5.05<'],
    ]);
    // Without the payments left out, the header and the totals, both files are equal.
    const compared = (xml: string): string =>
      xml.replace(/<(MsgId|NbOfTxs|CtrlSum)>[^<]*</g, '<$1><');
    const expected = THREE.replace(/\n {2}<PmtInf><PmtInfId>B2[^]*?<\/PmtInf>/, '')
      .replace(/\n {4}<CdtTrfTxInf>\n.*\n.*\n.*<Nm>A[^]*?<\/CdtTrfTxInf>/, '')
      .replace(/\n {4}<CdtTrfTxInf>\n.*\n.*\n.*<Nm>D[^]*?<\/CdtTrfTxInf>/, '');
    expect(compared(text)).toBe(compared(expected));
  });

  it('have another MsgId of at most 35 characters, always the same', async () => {
    const path = await fileOf(THREE);
    const idOf = async (target: string): Promise<string> =>
      /<MsgId>(.*)<\/MsgId>/.exec(await readFile(target, 'utf8'))?.[1] ?? '';
    const first = await idOf(await subsetOf(path, [1]));
    expect(first.replace('&amp;', '&')).toMatch(/^ACME & Co x{16}-[0-9A-F]{8}$/);
    expect(first.replace('&amp;', '&')).toHaveLength(35);
    const others = [
      ...[await subsetOf(path, [2]), await subsetOf(path, [1], 'P2')],
      await subsetOf(await subsetOf(path, [1]), [1]),
    ];
    const ids = await Promise.all(others.map(idOf));
    expect(new Set([first, ...ids]).size).toBe(4);
    expect(await idOf(await subsetOf(path, [1]))).toBe(first);
  });

  it.each([
    ['03', { version: '03' }],
    ['a prefix', { prefix: 'p' }],
    ['Windows line ends', { lineEnd: '\r\n' }],
    ['no line ends', { lineEnd: '' }],
  ])('are copied with %s', async (_, options) => {
    const text = painOf({
      ...options,
      batches: [
        [
          ['A', 1],
          ['B', 2],
        ],
        [['C', 3]],
      ],
    });
    const copied = (await expectSubset(text, [1, 3])).toString();
    expect(copied.includes('\r\n')).toBe(text.includes('\r\n'));
    const rest = copied.replaceAll('\r\n', '');
    expect(rest.includes('\r')).toBe(false);
  });

  it.each([
    ['utf-8', (text: string) => Buffer.from(text)],
    ['utf-8', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['iso-8859-1', (text: string) => Buffer.from(text, 'latin1')],
    ['windows-1252', (text: string) => Buffer.from(text.replace('€', '\x80'), 'latin1')],
  ])('are copied in the encoding %s', async (encoding, encode) => {
    const euro = encoding === 'iso-8859-1' ? '' : '€';
    const batches = [
      [
        [`Müller ${euro}`, 1],
        ['Søn', 2],
      ],
    ] as const;
    const bytes = encode(painOf({ encoding, batches }));
    const whole = await expectSubset(bytes, [1, 2]);
    // The MsgId has another value of the same length less that of the entity.
    expect(whole.subarray(0, 40)).toEqual(bytes.subarray(0, 40));
    expect(whole.subarray(-500)).toEqual(bytes.subarray(-500));
    await expectSubset(bytes, [1]);
  });

  it.each([1, 2, 3, 7])('are the same if the text arrives in pieces of %i', async (size) => {
    const text = painOf({
      lineEnd: '\r\n',
      batches: [[['€ 😀', 1]], [['B', 2]], [['😀<!--a-->', 3]]],
    });
    const copyOf = async (length: number): Promise<string> => {
      async function* pieces(): AsyncGenerator<string, void> {
        for (let at = 0; at < text.length; at += length) {
          yield await Promise.resolve(text.slice(at, at + length));
        }
      }
      const wanted = { positions: new Set([1, 3]), paymentId: 'P' };
      let copied = '';
      for await (const piece of painSubset(pieces, wanted)) copied += piece;
      return copied;
    };
    expect(await copyOf(size)).toBe(await copyOf(text.length));
  });

  it('keep amounts with more decimals', async () => {
    const text = THREE.replaceAll('>1.01<', '>1.01001<').replaceAll('>15.15<', '>15.15001<');
    expect((await expectSubset(text, [1])).toString()).toContain('<CtrlSum>1.01001</CtrlSum>');
  });

  it('read as the same rows, whatever is copied', async () => {
    const name = fc.stringMatching(/^[A-Za-zÀ-ÿ€😀 ]{1,20}$/u);
    const batch = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 10_000_000 })), {
      minLength: 1,
      maxLength: 5,
    });
    const batches = fc.array(batch, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, fc.infiniteStream(fc.boolean()), async (generated, choices) => {
        const positions = generated.flat().map((_, at) => at + 1);
        const chosen = positions.filter(() => choices.next().value);
        await expectSubset(
          painOf({ batches: generated }),
          chosen.length === 0 ? positions : chosen,
        );
      }),
      { numRuns: 40 },
    );
  });
});

const ONE = '11280001234567';
const OTHER = '11280007654321';

describe('some records of a Bacs file', () => {
  it('have the contra record and the label UTL1 of the new file', async () => {
    const records = [credit([ONE], 101, 'A'), credit([ONE], 202, 'B Ø'), credit([ONE], 303, 'C')];
    const text = bacsOf([...records, contra(ONE, 606)], '0000000000606000000000060600000010000003');
    const bytes = await expectSubset(Buffer.from(text, 'latin1'), [2, 3]);
    expect(bytes.toString('latin1')).toBe(
      bacsOf([...records.slice(1), contra(ONE, 505)], '0000000000505000000000050500000010000002'),
    );
  });

  it('have a contra record for each account and day, also before them', async () => {
    const [day, next] = [' 26337', ' 26338'];
    const text = bacsOf(
      [
        ...[contra(ONE, 303, day), credit([ONE], 101, 'A', day), credit([ONE], 202, 'B', day)],
        ...[credit([ONE], 404, 'C', next), contra(ONE, 404, next)],
        ...[credit([OTHER], 505, 'D', day), contra(OTHER, 505, day)],
      ],
      '0000000001212000000000121200000030000004',
      { lineEnd: '\n' },
    );
    const bytes = await expectSubset(text, [2, 4]);
    expect(bytes.toString()).toBe(
      bacsOf(
        [
          ...[contra(ONE, 202, day), credit([ONE], 202, 'B', day)],
          ...[credit([OTHER], 505, 'D', day), contra(OTHER, 505, day)],
        ],
        '0000000000707000000000070700000020000002',
        { lineEnd: '\n' },
      ),
    );
  });

  it('may have one contra record to another account', async () => {
    const text = bacsOf(
      [credit([ONE], 101, 'A'), credit([ONE], 202, 'B'), contra(OTHER, 303)],
      '0000000000303000000000030300000010000002',
    );
    expect((await expectSubset(text, [1])).toString()).toContain(contra(OTHER, 101));
  });

  it('read as the same rows, whatever is copied', async () => {
    const generated = fc.tuple(
      fc.constantFrom(ONE, OTHER),
      fc.integer({ min: 1, max: 99_999_999 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(generated, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (credits, choices) => {
          const sum = credits.reduce((total, [, pence]) => total + pence, 0);
          const digits = [
            ...[String(sum).padStart(13, '0'), String(sum).padStart(13, '0'), '0000002'],
            String(credits.length).padStart(7, '0'),
          ];
          const records = credits.map(([account, pence], at) =>
            credit([account], pence, String(at)),
          );
          const contras = [ONE, OTHER].map((account) => contra(account, 1));
          const positions = credits.map((_, at) => at + 1);
          const chosen = positions.filter(() => choices.next().value);
          await expectSubset(
            bacsOf([...records, ...contras], digits.join('')),
            chosen.length === 0 ? positions : chosen,
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('copies rows of a file of 50,000 payments within 48 MB of heap', async () => {
  const batch = Array.from(
    { length: 25_000 },
    (_, at) => [`Payee ${String(at).padEnd(1000)}`, at + 1] as const,
  );
  const path = await fileOf(painOf({ batches: [batch, batch] }));
  const { length } = await readFile(path);
  // The text of the file alone would not fit.
  expect(length).toBeGreaterThan(48_000_000);
  const script = `${path}.mts`;
  const of = (name: string): string =>
    JSON.stringify(new URL(`../../pis/src/${name}`, import.meta.url));
  await writeFile(
    script,
    `import { openSource } from ${of('input/open.ts')};
    import { writeText } from ${of('output/csv-text.ts')};
    const { subset } = await openSource(${JSON.stringify(path)}, {});
    const positions = new Set(Array.from({ length: 25_000 }, (_, at) => 2 * at + 1));
    await writeText(${JSON.stringify(`${path}.new`)}, subset.textOf(positions, 'P'), subset);`,
  );
  const worker = new Worker(script, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 48 },
  });
  const code = await new Promise((resolve, reject) => {
    worker.once('exit', resolve);
    worker.once('error', reject);
  });
  expect(code).toBe(0);
  expect(await rowsOf(`${path}.new`)).toHaveLength(25_000);
}, 60_000);
