import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { FilePayment } from '../../../src/domain/records/payment.ts';
import { FastReader } from '../../../src/pipeline/read/fast/fast-reader.ts';
import { Window } from '../../../src/pipeline/read/window.ts';
import type { PaymentView } from '../../../src/pipeline/types.ts';
import { memorySource } from '../../../src/store/files/source.ts';

const MODEL: FilePayment = {
  index: 0,
  instrument: 'FPS',
  date: null,
  amountPence: 1050,
  debtor: null,
  creditor: '08080021325698',
  creditorName: 'ACME Inc',
  instructionIdentification: 'I',
  endToEndIdentification: 'E',
  reference: 'R',
  unstructured: '',
};

function written(change: {
  amount?: string;
  creditor?: string;
  name?: string;
  rest?: string;
}): string {
  const { amount = '10.50', creditor = MODEL.creditor, name = MODEL.creditorName } = change;
  return (
    '{"InstructionIdentification":"I","EndToEndIdentification":"E","LocalInstrument":"UK.OBIE.FPS",' +
    `"InstructedAmount":{"Amount":"${amount}","Currency":"GBP"},"CreditorAccount":{"SchemeName":` +
    `"SortCodeAccountNumber","Identification":"${creditor}","Name":"${name}"},` +
    `"RemittanceInformation":{"Reference":"R"}${change.rest ?? ''}}`
  );
}

/**
 * Lets the fast reader learn the layout of one payment and read another. Returns how it read that
 * one.
 */
function match(change: Parameters<typeof written>[0]): FilePayment | undefined {
  return view(change)?.toPayment();
}

function view(change: Parameters<typeof written>[0]): PaymentView | undefined {
  const shortcut = new FastReader(PAYMENT_FILE_3_1);
  const lesson = Buffer.from(written({}));
  shortcut.learn(lesson, 0, lesson.length, MODEL);
  const bytes = Buffer.from(written(change));
  return shortcut.match(new Window(memorySource(bytes)), 7);
}

describe('FastReader', () => {
  it('recognises a payment of a learned layout with other values', () => {
    const change = {
      amount: '0.07',
      creditor: '20000055779911',
      name: 'Zoë \\"Z\\" M\\u00fcller \\/',
    };
    expect(match(change)).toEqual({
      ...MODEL,
      index: 7,
      amountPence: 7,
      creditor: '20000055779911',
      creditorName: 'Zoë "Z" Müller /',
    });
    expect(match({ name: '😀'.repeat(350) })?.creditorName).toBe('😀'.repeat(350));
  });

  it.each([MODEL.creditor, '00000000000001', '99999999999999'])(
    'returns the creditor %s as a number',
    (creditor) => {
      expect(view({ creditor })?.creditorNumber).toBe(Number(creditor));
    },
  );

  it.each(['1', '1.5', '0.01', '007.10', '9999999999999.99'])('accepts the amount %s', (amount) => {
    expect(match({ amount })?.amountPence).toBe(Math.round(Number(amount) * 100));
  });

  it.each(['', '0', '0.00', '.5', '1.', '1.234', '1,5', '-1', '1e3', '12345678901234', ' 1', '1 '])(
    'abstains from the amount "%s"',
    (amount) => {
      expect(match({ amount })).toBeUndefined();
    },
  );

  it.each([
    '',
    'x'.repeat(351),
    'tab\\t',
    'tab\t',
    'delete\u007f',
    'next line \u0085',
    '\\u0085',
    'soft\u00adhyphen',
    '\\u00ad',
    '\\u202e',
    'tag \u{e0041}',
    '\\u0007',
    '\\ud83d\\ude00',
    '\\u00 b',
    '\\u0x1f',
    '\\u+123',
    '\\x41',
    '\\',
    '"',
  ])('abstains from the name %j', (name) => {
    expect(match({ name })).toBeUndefined();
  });

  it.each(['', '0808002132569', '080800213256980', '0808002132569x', ':8080021325698'])(
    'abstains from the account "%s"',
    (creditor) => {
      expect(match({ creditor })).toBeUndefined();
    },
  );

  it('abstains from an unknown layout and from an incomplete payment', () => {
    expect(match({ rest: ',"SupplementaryData":{}' })).toBeUndefined();
    const shortcut = new FastReader(PAYMENT_FILE_3_1);
    const lesson = Buffer.from(written({}));
    shortcut.learn(lesson, 0, lesson.length, MODEL);
    for (let length = 0; length < lesson.length; length += 1) {
      const window = new Window(memorySource(lesson.subarray(0, length)));
      expect(shortcut.match(window, 0)).toBeUndefined();
    }
  });

  it('remembers several layouts, and drops the oldest above the limit', () => {
    const shortcut = new FastReader(PAYMENT_FILE_3_1);
    const layouts = Array.from({ length: 9 }, (_, number) =>
      Buffer.from(written({ rest: `,"SupplementaryData":{"layout":${String(number)}}` })),
    );
    for (const layout of layouts) shortcut.learn(layout, 0, layout.length, MODEL);
    const known = layouts.map(
      (layout) => shortcut.match(new Window(memorySource(layout)), 0) !== undefined,
    );
    expect(known).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
  });
});
