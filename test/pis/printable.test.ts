import { expect, it } from 'vitest';
import { printable } from '../../pis/src/terminal/printable.ts';

it.each([
  ['\u001b]0;title\u0007text', ']0;titletext'],
  ['\u001b[2Jtext\u001b[31mred\u001b[0m', '[2Jtext\u001b[31mred\u001b[0m'],
  ['paid\rnot paid', 'paidnot paid'],
  ['\r[####    ] 50 %', '\r[####    ] 50 %'],
  ['a\u202eb\b\u200bc\nd\te', 'abc\nd\te'],
])('prints %j as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});
