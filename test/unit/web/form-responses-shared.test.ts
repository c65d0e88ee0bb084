import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Forms } from '../../../src/domain/ports/node-store.ts';
import { FormResponses, SubmittedForm } from '../../../src/web/form-responses.ts';

interface Taken {
  readonly location: string;
  readonly newSessionId: string | null;
}

const FORM = ['the id of a session', 'approve', 'code=123456'];

/** Forms in a store that is shared by several nodes. */
function world() {
  const stored = new Map<string, { until: number; answer: string | null }>();
  const now = (): number => performance.now();
  const state = { isAway: false, acts: 0 };
  const asked = <Value>(look: () => Value): Promise<Value> =>
    state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(look());
  const forms: Forms = {
    sent: (form, withinMs) =>
      asked(() => {
        const known = stored.get(form);
        if (known === undefined || known.until <= now()) {
          stored.set(form, { until: now() + withinMs, answer: null });
          return { kind: 'first' };
        }
        const { answer } = known;
        return answer === null ? { kind: 'underWay' } : { kind: 'answered', answer };
      }),
    answered: (form, answer, retentionMs) =>
      asked(() => void stored.set(form, { until: now() + retentionMs, answer })),
    failed: (form) => asked(() => void stored.delete(form)),
  };
  const act = (takingMs: number) => async (): Promise<Taken> => {
    state.acts += 1;
    const number = state.acts;
    await new Promise((resolve) => setTimeout(resolve, takingMs));
    return { location: '/done', newSessionId: `secret ${String(number)}` };
  };
  return { stored, state, act, node: () => new FormResponses<Taken>(now, forms) };
}

describe('a form that reaches two nodes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is processed by one of them, and both return its response', async () => {
    const { node, act, state } = world();
    const sent = [node(), node(), node()].map((one) => one.run(FORM, act(400)));
    await vi.advanceTimersByTimeAsync(1000);
    const answer = { location: '/done', newSessionId: 'secret 1' };
    expect(await Promise.all(sent)).toEqual([answer, answer, answer]);
    expect(await node().run(FORM, act(0))).toEqual(answer);
    expect(state.acts).toBe(1);
  });

  it('is processed again after some time, or if it differs', async () => {
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

  it('is processed by the second node if the first fails or does not answer', async () => {
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

  it('is answered even if the response cannot be stored', async () => {
    const { node, state } = world();
    const answered = node().run(FORM, () => {
      state.isAway = true;
      return Promise.resolve({ location: '/done', newSessionId: null });
    });
    expect(await answered).toEqual({ location: '/done', newSessionId: null });
  });

  it('leaves nothing readable in the database', async () => {
    const { node, act, stored } = world();
    const run = node().run(FORM, act(0));
    await vi.advanceTimersByTimeAsync(10);
    await run;
    const written = [...stored].map(([form, { answer }]) => `${form} ${answer ?? ''}`).join(' ');
    for (const secret of ['secret', 'session', '123456', 'done']) {
      expect(written).not.toContain(secret);
      expect(written).not.toContain(Buffer.from(secret).toString('base64').slice(0, 6));
    }
    const [[, entry] = []] = stored;
    expect(() => new SubmittedForm(['another']).open(entry?.answer ?? '')).toThrow();
  });
});
