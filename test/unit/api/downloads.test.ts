import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Downloads, type DownloadLimits } from '../../../src/api/middleware/downloads.ts';
import { signAnswer } from '../../../src/api/responses.ts';
import type { FileContent } from '../../../src/use-cases/index.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { expectDefined } from '../../../src/shared/assert.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a file of several pieces. `seen` counts the pieces that were read. */
function contentOf(pieces = 4): FileContent & { readonly seen: { read: number; ended: boolean } } {
  const seen = { read: 0, ended: false };
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      seen.read += 1;
      controller.enqueue(Buffer.alloc(10));
      if (seen.read === pieces) controller.close();
    },
    cancel() {
      seen.ended = true;
    },
  };
  const stream = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  return {
    bytes: 10 * pieces,
    mediaType: 'application/json',
    signature: 'signature',
    stream,
    seen,
  };
}

/** Simulates a client of a download. The test decides when its response ends. */
class Client extends EventEmitter {
  readonly endUnread = vi.fn();
  readonly organisationId: string;
  closed = false;

  constructor(organisationId = 'one') {
    super();
    this.organisationId = organisationId;
  }

  get outgoing(): Pick<ServerResponse, 'closed' | 'once'> {
    return this as unknown as ServerResponse;
  }

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

function open(limits: Partial<DownloadLimits> = {}): Downloads {
  return new Downloads({ perTpp: 2, inAll: 3, timeoutMs: 1000, ...limits });
}

const opened = (): Promise<FileContent> => Promise.resolve(contentOf());

describe('file downloads', () => {
  test('count towards the limit until the response is sent or the connection closes', async () => {
    const downloads = open();
    const [first, second] = [new Client(), new Client()];
    for (const client of [first, second]) await downloads.begin(client, opened);
    const neverOpened = vi.fn(opened);
    expect(await downloads.begin(new Client(), neverOpened)).toMatchObject({ status: 429 });
    expect(neverOpened).not.toHaveBeenCalled();
    expect(await downloads.begin(new Client('two'), opened)).toMatchObject({ bytes: 40 });
    expect(await downloads.begin(new Client('three'), opened)).toMatchObject({ status: 503 });
    first.close();
    expect(await downloads.begin(new Client(), opened)).toMatchObject({ bytes: 40 });
    expect(await downloads.begin(new Client(), opened)).toBeInstanceOf(Refusal);
  });

  test('do not count towards the limit if there is nothing to send', async () => {
    const downloads = open({ perTpp: 1, inAll: 1 });
    const refusal = new Refusal(400, []);
    expect(await downloads.begin(new Client(), () => Promise.resolve(refusal))).toBe(refusal);
    const failing = downloads.begin(new Client(), () => Promise.reject(new Error('damaged')));
    await expect(failing).rejects.toThrow('damaged');
    expect(await downloads.begin(new Client(), opened)).not.toBeInstanceOf(Refusal);
  });

  test('of one TPP are opened one after the other, concurrently with those of others', async () => {
    const downloads = open({ inAll: 4 });
    const started: string[] = [];
    const release: (() => void)[] = [];
    const waiting = ['one', 'one', 'two'].map((id, index) =>
      downloads.begin(new Client(id), async () => {
        started.push(`${id} ${String(index)}`);
        await new Promise<void>((resolve) => release.push(resolve));
        return contentOf();
      }),
    );
    await nextTurn();
    expect(started).toEqual(['one 0', 'two 2']);
    expectDefined(release[0], 'the first')();
    await waiting[0];
    await nextTurn();
    expect(started).toEqual(['one 0', 'two 2', 'one 1']);
    for (const end of release) end();
    await Promise.all(waiting);
  });

  test('do not open a file for a disconnected client, and close a file that is open', async () => {
    const downloads = open({ perTpp: 1 });
    const [gone, leaving] = [new Client(), new Client()];
    gone.close();
    const neverOpened = vi.fn(opened);
    expect(await downloads.begin(gone, neverOpened)).toBeInstanceOf(Refusal);
    expect(neverOpened).not.toHaveBeenCalled();
    const content = contentOf();
    const begun = downloads.begin(leaving, () => {
      leaving.close();
      return Promise.resolve(content);
    });
    expect(await begun).toBeInstanceOf(Refusal);
    expect(content.seen).toEqual({ read: 0, ended: true });
    expect(await downloads.begin(new Client(), opened)).not.toBeInstanceOf(Refusal);
  });

  test('end the connection of a client that does not read the file in time', async () => {
    vi.useFakeTimers();
    const [slow, quick] = [new Client(), new Client()];
    const downloads = open();
    for (const client of [slow, quick]) await downloads.begin(client, opened);
    vi.advanceTimersByTime(999);
    quick.close();
    expect(slow.endUnread).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(slow.endUnread).toHaveBeenCalledOnce();
    expect(quick.endUnread).not.toHaveBeenCalled();
  });
});

test('a signed response with a file is created without reading the file', async () => {
  const { stream, seen } = contentOf();
  const notNeeded = (): never => {
    throw new Error('A worker has signed the file.');
  };
  const signatures = { read: notNeeded, verify: notNeeded, sign: notNeeded, prepare: notNeeded };
  const response = await signAnswer({ status: 200, headers: {}, body: stream }, signatures);
  expect(seen.read).toBe(0);
  expect(await response.text()).toHaveLength(40);
});
