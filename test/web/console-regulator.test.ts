import { expect, it } from 'vitest';
import { useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole();

const START = '2020-01-05T12:00:00.000Z';
const PAGE = '/regulator?month=2020-01';

/** Returns the value of a hidden field in a page. */
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

it('one operator counts a downtime as unplanned, and two count it as planned again', async () => {
  const { store } = bank().service;
  const report = { node: 'n', day: '2020-01-05', maxGapMs: 0, counts: [], outages: [] };
  const at = Date.parse(START);
  await store.addNodeReport({ ...report, run: 'n 1', at, stopped: 1 });
  await store.addNodeReport({ ...report, run: 'n 2', at: at + 8000, stopped: 0 });
  const [reader, olga, anna, adam] = [
    await bank().signedIn('rita', 'read'),
    await bank().signedIn('olga', 'operate'),
    await bank().signedIn('anna', 'approve'),
    await bank().signedIn('adam', 'approve'),
  ];
  const shown = async () => wordsOf((await reader.open(PAGE)).text);
  expect(await shown()).toContain(`${START} 8.0 s, planned. From Sunday 5 January 2020`);
  expect(await shown()).not.toContain(`Count ${START}`);
  const { text } = await olga.open(PAGE);
  const form = { token: tokenIn(text), once: hidden(text, 'once'), start: START };
  const without = await olga.post('/actions/unplanned', form);
  expect(without.location).toBe('/regulator?problem=noReason');
  const marked = await olga.post('/actions/unplanned', { ...form, reason: 'No notice.' });
  expect(marked.location).toBe('/regulator?action=markUnplanned&done=done');
  expect(await shown()).toContain('8.0 s, unplanned');

  const fields = { action: 'planDowntime', subject: START };
  const facts = (await anna.send(PAGE, '/actions/facts', fields)).text;
  expect(wordsOf(facts)).toContain('Seconds 8');
  await anna.post('/actions/propose', {
    ...{ ...fields, token: tokenIn(facts), seen: hidden(facts, 'seen'), reason: 'With notice.' },
  });
  expect(await shown()).toContain('8.0 s, unplanned');
  const [proposal] = await store.listActions('newest', 0, 1);
  await adam.send('/decisions', '/decisions/actions/confirm', { id: String(proposal?.id) });
  expect(await shown()).toContain('8.0 s, planned');

  // The form was used, so a replay changes nothing.
  const again = { ...form, token: tokenIn((await olga.open(PAGE)).text), reason: 'No notice.' };
  await olga.post('/actions/unplanned', again);
  expect(await shown()).toContain('8.0 s, planned');
});
