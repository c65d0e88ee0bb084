import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { BrowserByHand, ORIGIN } from './browser-by-hand.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

const hashing = vi.hoisted(() => ({ times: 0 }));
vi.mock('../../src/auth/sign-in/passwords.ts', async (original) => {
  const passwords = await original<typeof import('../../src/auth/sign-in/passwords.ts')>();
  const isPassword: typeof passwords.isPassword = (...given) => {
    hashing.times += 1;
    return passwords.isPassword(...given);
  };
  return { ...passwords, isPassword };
});

let opened: PagesBank | undefined;
beforeAll(async () => {
  opened = await PagesBank.open(ORIGIN);
});
afterAll(async () => {
  await opened?.close();
});

/** What somebody who tries to sign in sees of it, and what it took: all that could tell. */
async function traceOf(user: string, password: string, code: string): Promise<unknown[]> {
  const bank = present(opened, 'the bank');
  const { store } = bank.service;
  const uid = bank.begin(await askForPayment(bank.tpp));
  const browser = new BrowserByHand(bank);
  const trace: unknown[] = [];
  const note = async (
    request: () => Promise<{ readonly response: Response; readonly text?: string }>,
  ): Promise<void> => {
    bank.asked.length = 0;
    hashing.times = 0;
    const before = (await store.auditHead()).sequence;
    const { response, text = '' } = await request();
    const written = (await store.auditHead()).sequence - before;
    const headers = Object.fromEntries(response.headers);
    const cookie = headers['set-cookie']?.replace(/=[\w-]{43};/, '=…;');
    const shown = text.replaceAll(/value="[\w-]{43}"/g, '');
    const took = { asked: [...bank.asked], hashed: hashing.times, written };
    const all = { status: response.status, ...headers, 'set-cookie': cookie, shown, ...took };
    trace.push(JSON.parse(JSON.stringify(all).replaceAll(uid, 'UID')));
  };
  const look = () => note(() => browser.open(`/interaction/${uid}`));
  const send = (step: string, fields: Record<string, string>) =>
    note(() => browser.send(uid, step, fields));
  await look();
  await send('password', { user, password });
  await look();
  await send('code', { code });
  await look();
  return trace;
}

describe('a sign-in that fails', () => {
  it('looks and costs the same, whichever element was wrong', async () => {
    const bank = present(opened, 'the bank');
    const right = (user: string) => bank.nextCodeOf(user);
    const model = await traceOf('sam', 'sam-password', '000000');
    expect(JSON.stringify(model[3])).toContain('problem=credentials');
    expect(model[1]).toMatchObject({ hashed: 1, written: 1 });
    expect(model[3]).toMatchObject({ hashed: 0, written: 1 });

    expect(await traceOf('sam', 'wrong', await right('sam'))).toEqual(model);
    expect(await traceOf('sam', 'wrong', '000000')).toEqual(model);
    expect(await traceOf('nobody', 'wrong', '000000')).toEqual(model);

    const used = await right('sam');
    expect(await traceOf('sam', 'sam-password', used)).not.toEqual(model);
    expect(await traceOf('sam', 'sam-password', used)).toEqual(model);

    // The fifth failure locks out; all are locked out from then on.
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await traceOf('rita', 'wrong', '000000')).toEqual(model);
    }
    expect(await traceOf('rita', 'rita-password', await right('rita'))).toEqual(model);
    expect(await traceOf('rita', 'wrong', await right('rita'))).toEqual(model);
  });
});
