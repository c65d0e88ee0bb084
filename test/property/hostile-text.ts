import fc from 'fast-check';

/** Any text, also one that XML cannot contain or that looks like XML. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('&', '&amp;', '&nbsp;', '&#0;', '<', '>', ']]>', '"', '\r', '\n', '\t', '\0'),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));
