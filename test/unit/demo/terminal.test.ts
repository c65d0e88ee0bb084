import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createScreen, duration, visibleLength, wrap } from '../../../demo/terminal.ts';

/** Returns the output of a coloured line and a progress bar with these settings. */
async function spoken(isTTY: boolean, isColourWanted: boolean): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const screen = createScreen(stream as unknown as NodeJS.WriteStream, isColourWanted);
  screen.line(screen.style('green', 'Done'));
  const bar = screen.progress('Uploading');
  bar.show(0.5);
  bar.end();
  stream.end();
  return readText(stream);
}

test('a terminal gets colours and bars', async () => {
  const text = await spoken(true, true);
  expect(text).toContain('\u001b[32mDone\u001b[39m');
  expect(text).toContain(' 50 %');
});

test('a terminal with NO_COLOR gets bars without colours', async () => {
  const text = await spoken(true, false);
  expect(text).toContain('  Done\n');
  expect(text).toContain(`Uploading ${'━'.repeat(16)}${'╌'.repeat(16)} 50 %`);
});

test('anything else gets plain text', async () => {
  expect(await spoken(false, true)).toBe('  Done\n');
});

test('a line that is too long throws', () => {
  const screen = createScreen(new PassThrough() as unknown as NodeJS.WriteStream, false);
  expect(() => {
    screen.line('x'.repeat(79));
  }).toThrow('too long');
});

test('words are broken into lines at blanks, and longer words anywhere', () => {
  expect(wrap('the whole way', 9)).toEqual(['the whole', 'way']);
  expect(wrap('Żółć abcdefghij', 4)).toEqual(['Żółć', 'abcd', 'efgh', 'ij']);
  expect(wrap('', 4)).toEqual(['']);
});

test('colours take no columns, and every character takes one', () => {
  expect(visibleLength('\u001b[1mZoë\u001b[22m')).toBe(3);
});

test('a duration is written in its best unit', () => {
  expect([0.84, 12.4, 1300].map(duration)).toEqual(['0.8 ms', '12 ms', '1.3 s']);
});
