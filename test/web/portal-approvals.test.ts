import { formatMoment } from '../../src/domain/messages/format.ts';
import { describe, expect, it } from 'vitest';
import { expectStatus } from '../../test-client/answer.ts';
import { familyNamed } from '../../src/families/index.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { approvedByTwo } from '../contract/families/approved-by-two.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { linkedIn, tokenIn, wordsOf } from './http-browser.ts';
import { payForTwo } from './requests.ts';
import { usePortal } from './use-portal.ts';

const newCustomer = usePortal();

/**
 * Creates a payment of Harbour that dora has approved. Signs in the user who may approve it next.
 */
async function waiting(user = 'dave', passes = 0, initiation = {}) {
  const customer = newCustomer();
  const id = await payForTwo(customer.bank.tpp, 'dora', initiation);
  await customer.pass(passes);
  const used = await customer.browser.signInToPortal(user);
  const path = `/my/approvals/${id}`;
  const { bank, browser } = customer;
  const linked = async () => linkedIn((await browser.open(`${path}/approve`)).text);
  const approve = async (code: string, fields = {}) =>
    browser.sendTo(`${path}/approve`, `${path}/approve`, {
      linked: await linked(),
      code,
      ...fields,
    });
  const status = async () => (await bank.service.store.findPayment(id))?.approval?.status;
  return { ...customer, used, id, path, approve, linked, status };
}

describe('a payment that needs another approval', () => {
  it('is listed, shown and approved with a code linked to this payment', async () => {
    const { bank, shown, path, approve, linked, status, id } = await waiting();
    expect(await shown('/my')).toMatch(
      /£10\.50 to Fresco Ltd.*1 of 2 approvals Approved by dora ,/,
    );
    expect(await shown(path)).toMatch(/Yours is the last approval.*Continue to approve/);
    expect(await shown(`${path}/approve`)).toMatch(
      /£10\.50 to Fresco Ltd.*Payee’s account 20-00-00 00000001 .*One-time code/,
    );
    const shownFor = await linked();
    const sent = await approve(await bank.nextCodeOf('dave'));
    expect(sent).toMatchObject({ status: 303, location: path });
    expect(await status()).toBe('approved');
    expect(await shown(path)).toMatch(/You approved this.*It has all approvals/);
    expect(await shown('/my')).toContain('You have no payments to approve.');
    const payment = await bank.service.store.findPayment(id);
    const decided = await bank.service.store.approvalsOf(payment?.consentId ?? '');
    expect(decided.at(-1)).toMatchObject({
      userId: 'dave',
      factor: 'code',
      dynamicLinkingHash: shownFor,
    });
  });

  it('wakes the job runner after the last approval', async () => {
    const { bank, approve } = await waiting();
    const before = bank.wakes;
    await approve('000000');
    expect(bank.wakes).toBe(before);
    await approve(await bank.nextCodeOf('dave'));
    expect(bank.wakes).toBe(before + 1);
  });

  it('shows the deadline for approvals in the list and before the decision', async () => {
    const { bank, shown, path, id } = await waiting();
    const { approval } = (await bank.service.store.findPayment(id)) ?? {};
    const until = `Approve by ${formatMoment(approval?.approveBy ?? 0)}`;
    expect(await shown('/my')).toContain(until);
    expect(await shown(path)).toContain(until);
    expect(await shown(`/my/payments/${id}`)).toContain(until);
  });

  it('warns of an insufficient balance, which the consent journey does not show', async () => {
    const large = { InstructedAmount: { Amount: '6000000.00', Currency: 'GBP' } };
    const [first, second] = [await waiting('dave', 0, large), await waiting('dina', 0, large)];
    expect(await second.shown(second.path)).not.toContain('but this costs');
    await first.approve(await first.bank.nextCodeOf('dave'));
    expect(await second.shown(second.path)).toMatch(
      /Check this carefully.*has a balance of £3,9\d\d,\d{3}\.\d\d, but this costs £6,000,0/,
    );
  });

  it.each([
    ['a code that is wrong', '000000', '/approve?problem=factor'],
    ['no code', '12', '/approve?problem=noCode'],
  ])('is not approved with %s', async (_, code, problem) => {
    const { path, approve, status } = await waiting();
    expect((await approve(code)).location).toBe(`${path}${problem}`);
    expect(await status()).toBe('waiting');
  });

  it('is not approved with the code of the sign-in or of another payment', async () => {
    const first = await waiting();
    expect((await first.approve(first.used)).location).toContain('problem=factor');
    const second = await waiting();
    const code = await second.bank.nextCodeOf('dave');
    const other = await second.approve(code, { linked: await first.linked() });
    expect(other.location).toBe(`${second.path}?problem=changed`);
    expect(await second.status()).toBe('waiting');
    // A code is valid only once, so it cannot approve another payment.
    expect((await second.approve(code)).location).toBe(second.path);
    expect((await first.approve(code)).location).toContain('problem=');
    expect(await first.status()).toBe('waiting');
  });

  it('is rejected after a confirmation, and then shows who rejected it', async () => {
    const { browser, shown, path, status, id } = await waiting();
    const late = newCustomer();
    await late.browser.signInToPortal('dina');
    const open = await late.browser.open(`${path}/approve`);
    expect(await shown(`${path}/reject`)).toContain('Reject this payment?');
    await browser.sendTo(`${path}/reject`, `${path}/reject`);
    expect(await status()).toBe('rejected');
    expect(await shown(path)).toContain('You rejected this');
    const code = await late.bank.nextCodeOf('dina');
    const linked = /name="linked" value="(\w+)"/.exec(open.text)?.[1] ?? '';
    const fields = { token: tokenIn(open.text), linked, code };
    const sent = await late.browser.postTo(`${path}/approve`, fields);
    expect(wordsOf((await late.browser.open(sent.location)).text)).toMatch(
      /This has already been decided.*dave rejected it/,
    );
    expect(await late.shown(`/my/payments/${id}`)).toContain('Rejected by an approver');
  });

  it('cannot be approved again by the first approver', async () => {
    const { shown, path, approve, status } = await waiting('dora');
    expect(await shown('/my')).toMatch(/You have no payments to approve.*Waiting for others/);
    expect(await shown(`${path}/approve`)).toMatch(/You approved this.*needs 1 more approval/);
    expect((await approve('123456')).location).toBe(path);
    expect(await status()).toBe('waiting');
  });

  it('is not found by a user of another company', async () => {
    const { browser, path, status } = await waiting('clara');
    for (const rest of ['', '/approve', '/reject']) {
      expect((await browser.open(`${path}${rest}`)).status).toBe(404);
    }
    const { text } = await browser.open('/my');
    await browser.postTo(`${path}/reject`, { token: tokenIn(text) });
    await browser.postTo(`${path}/approve`, { token: tokenIn(text), code: '123456' });
    expect(await status()).toBe('waiting');
  });

  it('cannot be approved after the deadline, even on an open page', async () => {
    const { bank, browser, pass, shown, path, status } = await waiting(
      'dave',
      30 * DAY_MS - 2 * MINUTE_MS,
    );
    const { text } = await browser.open(`${path}/approve`);
    const fields = { token: tokenIn(text), linked: linkedIn(text) };
    await pass(3 * MINUTE_MS);
    const code = await bank.codeOf('dave');
    const sent = await browser.postTo(`${path}/approve`, { ...fields, code });
    expect(sent.location).toBe(path);
    expect(await status()).toBe('expired');
    expect(await shown(path)).toContain('It is too late to approve this');
  });

  it('shows that it was cancelled before or after its last approval', async () => {
    const { bank, browser, shown } = newCustomer();
    await browser.signInToPortal('dave');
    const family = familyNamed('domestic-scheduled-payments');
    const ahead = new Date(bank.service.clock.now() + 2 * DAY_MS).toISOString();
    const familyCase = approvedByTwo(family.name);
    const client = new FamilyClient(bank.tpp, family, {
      ...familyCase,
      initiation: { ...familyCase.initiation, RequestedExecutionDateTime: ahead },
    });
    const sandbox = async (id: string, what: string, body: object) =>
      expectStatus(
        await bank.tpp.post(`/sandbox/payments/${id}/${what}`, body, { key: null }),
        200,
      );
    const [{ paymentId: waits }, { paymentId: approved }] = [
      await client.paid(),
      await client.paid(),
    ];
    await sandbox(approved, 'approvals', { user: 'dina', decision: 'approve' });
    for (const id of [waits, approved]) await sandbox(id, 'cancellation', { user: 'dora' });
    expect(await shown(`/my/approvals/${waits}`)).toContain(
      'It was cancelled. Nothing will be paid.',
    );
    expect(await shown(`/my/approvals/${approved}`)).toContain('and was then cancelled.');
  });

  it('rejects even right codes after five failures', async () => {
    const { bank, approve, status } = await waiting('dina');
    for (let tries = 0; tries < 5; tries += 1) await approve(`00000${String(tries)}`);
    await approve(await bank.nextCodeOf('dina'));
    expect(await status()).toBe('waiting');
    bank.service.passMachineTime(16 * MINUTE_MS);
  });
});
