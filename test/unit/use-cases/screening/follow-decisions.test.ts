import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../../../src/domain/ports/store.ts';
import { startFollowing } from '../../../../src/use-cases/screening/follow-decisions.ts';

test('a feed whose position does not advance is asked again only after the interval', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let [asked, cursor] = [0, '0'];
  const store: Partial<Store> = {
    readSetting: () => Promise.resolve(cursor),
    takeOutsideDecisions: (_decisions, next) => {
      cursor = next;
      return Promise.resolve(0);
    },
  };
  const decision = { screeningId: 'p.0.0', decision: 'release', by: ['eve'] } as const;
  const following = startFollowing({
    store: store as Store,
    screening: {
      decisionsAfter: () => {
        asked += 1;
        return Promise.resolve({ decisions: [decision], next: '1', hasMore: asked < 50 });
      },
    },
    ...{ clock: () => 0, wake: () => undefined, observe: () => undefined, isOurs: () => true },
  });
  await vi.advanceTimersByTimeAsync(5000);
  await following.stop();
  // The first answer advances to 1, and the second one does not.
  expect(asked).toBe(2);
});
