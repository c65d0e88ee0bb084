import { expect, it } from 'vitest';
import { HandOverRefused, type MessageToHub } from '../../../../src/domain/ports/hub.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { enquiryInterval } from '../../../../src/domain/schemes/answer-time.ts';
import type {
  EnquiryHeader,
  MessageToEnquire,
  NewEnquiry,
} from '../../../../src/domain/schemes/enquiries.ts';
import { INSTRUMENTS } from '../../../../src/domain/schemes/schemes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/time.ts';
import { sendEnquiries } from '../../../../src/use-cases/hand-over/send-enquiries.ts';

const NOW = 1_000_000;

function parts(
  due: readonly MessageToEnquire[],
  handOver: (message: MessageToHub) => Promise<void> = () => Promise.resolve(),
) {
  const events: ServiceEvent[] = [];
  const added: NewEnquiry[] = [];
  const marked: unknown[] = [];
  const postponed: unknown[] = [];
  const given = {
    store: {
      messagesToEnquire: () => Promise.resolve(due),
      addEnquiry: (enquiry: NewEnquiry) => Promise.resolve(void added.push(enquiry)),
      markEnquired: (...args: unknown[]) => Promise.resolve(void marked.push(args)),
      postponeEnquiry: (...args: unknown[]) => Promise.resolve(void postponed.push(args)),
    },
    exchange: { name: 'default', instruments: INSTRUMENTS, handOver },
    writer: { writeEnquiry: (enquiry: EnquiryHeader) => JSON.stringify(enquiry) },
    observe: (event: ServiceEvent) => void events.push(event),
    clock: () => NOW,
  };
  return { given, events, added, marked, postponed };
}

function message(id: string, waiting: MessageToEnquire['waiting']): MessageToEnquire {
  return { id, instrument: 'CHAPS', createdAt: 500, enquiries: waiting?.number ?? 0, waiting };
}

const waiting = (id: string, number = 1, attempts = 0) => {
  return { id, number, attempts, content: `<Document>${id}</Document>` };
};

it('stores an enquiry with an id of its own before it is handed over', async () => {
  const handedOver: string[] = [];
  const { given, added, events } = parts([message('M', null)], ({ id }) =>
    Promise.resolve(void handedOver.push(id)),
  );
  expect(await sendEnquiries(given)).toBe(1);
  expect(handedOver).toEqual([]);
  expect(events).toEqual([]);
  const [enquiry] = added;
  expect(enquiry?.id).toMatch(/^M[A-Z0-9]{23}$/);
  expect(enquiry).toMatchObject({ messageId: 'M', number: 1, createdAt: NOW });
  expect(JSON.parse(enquiry?.content ?? '')).toEqual({
    ...{ id: enquiry?.id, createdAt: NOW, messageId: 'M', messageCreatedAt: 500 },
  });
});

it('hands stored enquiries over, and asks again after a growing time', async () => {
  const contents: string[] = [];
  const due = [message('A', waiting('EA')), message('B', waiting('EB', 3))];
  const { given, events, marked } = parts(due, async ({ pieces }) => {
    for await (const piece of pieces) contents.push(Buffer.from(piece).toString());
  });
  expect(await sendEnquiries(given)).toBe(2);
  expect(contents).toEqual(['<Document>EA</Document>', '<Document>EB</Document>']);
  expect(marked).toEqual([
    [{ id: 'EA', messageId: 'A' }, NOW, NOW + 2 * HOUR_MS],
    [{ id: 'EB', messageId: 'B' }, NOW, NOW + 8 * HOUR_MS],
  ]);
  const sent = { kind: 'enquirySent', enquiryId: 'EB', messageId: 'B', instrument: 'CHAPS' };
  expect(events[1]).toEqual({ ...sent, number: 3 });
});

it('repeats an enquiry that fails or is refused, and still sends the others', async () => {
  const due = ['A', 'B', 'C'].map((name) => message(name, waiting(`E${name}`, 1, 2)));
  const { given, events, marked, postponed } = parts(due, ({ id }) => {
    if (id === 'EA') return Promise.reject(new Error('It is away.'));
    if (id === 'EB') return Promise.reject(new HandOverRefused('No enquiries.'));
    return Promise.resolve();
  });
  expect(await sendEnquiries(given)).toBe(3);
  expect(postponed).toEqual([
    [
      { id: 'EA', messageId: 'A' },
      { problem: 'It is away.', tryAt: NOW + 4000 },
    ],
    [
      { id: 'EB', messageId: 'B' },
      { problem: 'No enquiries.', tryAt: NOW + 300_000 },
    ],
  ]);
  expect(marked).toHaveLength(1);
  const kinds = events.map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['enquiryFailed', 'enquiryFailed', 'enquirySent']);
});

it('waits the answer time of the scheme between enquiries, doubled each time, at most a day', () => {
  const intervals = [1, 2, 3, 7, 8, 1000].map((number) => enquiryInterval('FPS', number));
  const quarters = [1, 2, 4, 64].map((count) => count * 15 * MINUTE_MS);
  expect(intervals).toEqual([...quarters, DAY_MS, DAY_MS]);
  expect(enquiryInterval('SEPA', 1)).toBe(DAY_MS);
});
