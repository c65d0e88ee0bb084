import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { HttpBrowser, ORIGIN, tokenIn } from './http-browser.ts';
import { PagesBank } from './pages-bank.ts';
import { askForPayment } from './requests.ts';

const hashing = vi.hoisted(() => ({ times: 0 }));
vi.mock('../../src/auth/sign-in/passwords.ts', async (original) => {
  const passwords = await original<typeof import('../../src/auth/sign-in/passwords.ts')>();
  const isPassword: typeof passwords.isPassword = (...args) => {
    hashing.times += 1;
    return passwords.isPassword(...args);
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

/** The path and the form fields of a request that tries to sign in. */
type Try = readonly [path: string, fields?: Readonly<Record<string, string>>];

/**
 * Returns everything that could reveal which factor was wrong: the responses to the attempts, and
 * the work that they caused.
 */
async function traceOf(tries: readonly Try[], uid = 'UID'): Promise<unknown[]> {
  const bank = expectDefined(opened, 'the bank');
  const { store } = bank.service;
  const browser = new HttpBrowser(bank);
  const trace: unknown[] = [];
  for (const [path, fields] of tries) {
    const token = tokenIn((await browser.open(tries[0]?.[0] ?? '')).text);
    bank.asked.length = 0;
    hashing.times = 0;
    const before = (await store.auditHead()).sequence;
    const answer: { response: Response; text?: string } =
      fields === undefined
        ? await browser.open(path)
        : await browser.postTo(path, { token, ...fields });
    const written = (await store.auditHead()).sequence - before;
    const { response, text = '' } = answer;
    const headers = Object.fromEntries(response.headers);
    const cookie = headers['set-cookie']?.replace(/=[\w-]{43};/, '=…;');
    const shown = text.replaceAll(/(?:value="|challenge&quot;:&quot;)[\w-]{43}/g, '');
    const took = { asked: [...bank.asked], hashed: hashing.times, written };
    const all = { status: response.status, ...headers, 'set-cookie': cookie, shown, ...took };
    trace.push(JSON.parse(JSON.stringify(all).replaceAll(uid, 'UID')));
  }
  return trace;
}

describe('a failed sign-in to the portal', () => {
  const own = (user: string, password: string, code: string) =>
    traceOf([
      ['/my'],
      ['/my/password', { to: '/my', user, password }],
      ['/my'],
      ['/my/code', { to: '/my', code }],
      ['/my'],
    ]);

  it('has the same response and cost, whichever factor was wrong', async () => {
    const bank = expectDefined(opened, 'the bank');
    const right = (user: string) => bank.nextCodeOf(user);
    const model = await own('sam', 'sam-password', '000000');
    expect(JSON.stringify(model[3])).toContain('problem=credentials');
    expect(model[1]).toMatchObject({ hashed: 1, written: 1 });
    expect(model[3]).toMatchObject({ hashed: 0, written: 1 });

    expect(await own('sam', 'wrong', await right('sam'))).toEqual(model);
    expect(await own('sam', 'wrong', '000000')).toEqual(model);
    expect(await own('nobody', 'wrong', '000000')).toEqual(model);

    // The stored password hash of this user is invalid, so that no password can match it.
    const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const unusable = [{ userId: 'dina', passwordHash: '$scrypt$broken', totpSecret }];
    await bank.service.store.putCredentials(unusable);
    expect(await own('dina', 'wrong', '000000')).toEqual(model);

    const used = await right('sam');
    expect(await own('sam', 'sam-password', used)).not.toEqual(model);
    expect(await own('sam', 'sam-password', used)).toEqual(model);

    // Five failures lock the user out. The responses must stay the same.
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await own('rita', 'wrong', '000000')).toEqual(model);
    }
    expect(await own('rita', 'rita-password', await right('rita'))).toEqual(model);
    expect(await own('rita', 'wrong', await right('rita'))).toEqual(model);
  });
});

describe('a failed sign-in to a consent journey', () => {
  const visit = async (user: string, password: string) => {
    const bank = expectDefined(opened, 'the bank');
    const uid = bank.begin(await askForPayment(bank.tpp));
    const page = `/interaction/${uid}`;
    return traceOf([[page], [`${page}/password`, { user, password }], [page]], uid);
  };

  it('has the same response and cost for a wrong name, a wrong password and a lockout', async () => {
    const model = await visit('clara', 'wrong');
    expect(JSON.stringify(model[1])).toContain('problem=password');
    expect(model[1]).toMatchObject({ hashed: 1, written: 1 });
    expect(await visit('nobody', 'wrong')).toEqual(model);
    expect(await visit('clara', 'clara-password')).not.toEqual(model);
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await visit('colin', 'wrong')).toEqual(model);
    }
    expect(await visit('colin', 'colin-password')).toEqual(model);
  });
});
