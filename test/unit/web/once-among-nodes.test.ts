import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Forms } from '../../../src/domain/ports/node-store.ts';
import { FormResponses } from '../../../src/web/form-responses.ts';
import { SubmittedForm } from '../../../src/web/sealed-form.ts';

interface Taken {
  readonly location: string;
  readonly newSessionId: string | null;
}

const FORM = ['the id of a session', 'approve', 'code=123456'];

/** Forms as a store that nodes share keeps them. */
function world() {
  const kept = new Map<string, { until: number; answer: string | null }>();
  const now = (): number => performance.now();
  const state = { isAway: false, acts: 0 };
  const asked = <Value>(look: () => Value): Promise<Value> =>
    state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(look());
  const forms: Forms = {
    sent: (form, withinMs) =>
      asked(() => {
        const known = kept.get(form);
        if (known === undefined || known.until <= now()) {
          kept.set(form, { until: now() + withinMs, answer: null });
          return { kind: 'first' };
        }
        const { answer } = known;
        return answer === null ? { kind: 'underWay' } : { kind: 'answered', answer };
      }),
    answered: (form, answer, retentionMs) =>
      asked(() => void kept.set(form, { until: now() + retentionMs, answer })),
    failed: (form) => asked(() => void kept.delete(form)),
  };
  const act = (takingMs: number) => async (): Promise<Taken> => {
    state.acts += 1;
    const number = state.acts;
    await new Promise((resolve) => setTimeout(resolve, takingMs));
    return { location: '/done', newSessionId: `secret ${String(number)}` };
  };
  return { kept, state, act, node: () => new FormResponses<Taken>(now, forms) };
}

describe('a form that is sent to two nodes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is answered by one of them, and both give that answer', async () => {
    const { node, act, state } = world();
    const sent = [node(), node(), node()].map((one) => one.run(FORM, act(400)));
    await vi.advanceTimersByTimeAsync(1000);
    const answer = { location: '/done', newSessionId: 'secret 1' };
    expect(await Promise.all(sent)).toEqual([answer, answer, answer]);
    expect(await node().run(FORM, act(0))).toEqual(answer);
    expect(state.acts).toBe(1);
  });

  it('is answered anew in a while, or when it is another', async () => {
    const { node, act, state } = world();
    const first = node().run(FORM, act(0));
    await vi.advanceTimersByTimeAsync(10);
    await first;
    const other = node().run([...FORM, 'else'], act(0));
    await vi.advanceTimersByTimeAsync(3000);
    await other;
    const again = node().run(FORM, act(0));
    await vi.advanceTimersByTimeAsync(10);
    expect((await again).newSessionId).toBe('secret 3');
    expect(state.acts).toBe(3);
  });

  it('is answered by the other when the first fails, or is not heard of', async () => {
    const { node, act, state } = world();
    const failed = node().run(FORM, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    const lost = node().run(FORM, () => new Promise(() => undefined));
    void lost;
    const other = node().run(FORM, act(0));
    await vi.advanceTimersByTimeAsync(9000);
    expect(state.acts).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect((await other).newSessionId).toBe('secret 1');
  });

  it('is answered though the answer cannot be kept', async () => {
    const { node, state } = world();
    const answered = node().run(FORM, () => {
      state.isAway = true;
      return Promise.resolve({ location: '/done', newSessionId: null });
    });
    expect(await answered).toEqual({ location: '/done', newSessionId: null });
  });

  it('leaves nothing to be read', async () => {
    const { node, act, kept } = world();
    const run = node().run(FORM, act(0));
    await vi.advanceTimersByTimeAsync(10);
    await run;
    const written = [...kept].map(([form, { answer }]) => `${form} ${answer ?? ''}`).join(' ');
    for (const secret of ['secret', 'session', '123456', 'done']) {
      expect(written).not.toContain(secret);
      expect(written).not.toContain(Buffer.from(secret).toString('base64').slice(0, 6));
    }
    const [[, entry] = []] = kept;
    expect(() => new SubmittedForm(['another']).open(entry?.answer ?? '')).toThrow();
  });
});
