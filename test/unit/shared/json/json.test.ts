import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bug } from '../../../../src/shared/assert.ts';
import { memberString, memberText, parseJson } from '../../../../src/shared/json/json.ts';

const DEEP = { maxDepth: 1000 };

function valueOf(text: string): unknown {
  const parsed = parseJson(text, DEEP);
  return 'value' in parsed ? parsed.value : parsed.syntax;
}

function faultsOf(text: string): unknown {
  const parsed = parseJson(text);
  return 'faults' in parsed ? parsed.faults.map(({ kind, path }) => `${kind} ${path}`) : parsed;
}

function parsesNatively(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('parseJson', () => {
  it('returns the same value as JSON.parse for any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(valueOf(JSON.stringify(value, null, indent))).toEqual(value);
        expect(valueOf(text)).toEqual(value);
      }),
    );
  });

  it('accepts and rejects the same texts as JSON.parse', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e+1',
      ' ',
      '\t',
    ];
    const odd = ['\u00a0', '\\', 'true', 'nul', 'null', '\u0000', '"\\u00e9"', '"\\x"', '01', '//'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...odd), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect('value' in parseJson(text, DEEP)).toBe(parsesNatively(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('reports the position of a syntax error, what was found and what was expected', () => {
    expect(parseJson('{"a":1,}')).toEqual({
      syntax: { offset: 7, message: 'Found "}", expected a member name in double quotes.' },
    });
    expect(parseJson('[1')).toEqual({
      syntax: {
        offset: 2,
        message: 'Found the end of the text, expected a comma or ] after the element.',
      },
    });
  });

  it('reports duplicate names, __proto__ and lone surrogates with their paths', () => {
    expect(faultsOf('{"a":[{"b":1,"b":2}]}')).toEqual(['duplicate a[0].b']);
    expect(faultsOf('{"a":{"__proto__":{"x":1}}}')).toEqual(['prototype a.__proto__']);
    expect(faultsOf('{"a":"\\ud800"}')).toEqual(['surrogate a']);
    expect(faultsOf('{"a":"\\ud83d\\ude00"}')).toEqual([]);
    expect(faultsOf('{"a":1,"\\ude00":2}')).toEqual(['surrogate ']);
    expect(faultsOf('{"a":1,"\\u0061":2}')).toEqual(['duplicate a']);
  });

  it('does not change prototypes', () => {
    const value = valueOf('{"__proto__":{"polluted":true},"constructor":1}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect('polluted' in {}).toBe(false);
  });

  it('stops at the maximum depth, even in very deep texts', () => {
    expect('value' in parseJson('['.repeat(32) + ']'.repeat(32))).toBe(true);
    const tooDeep = parseJson('['.repeat(2_000_000));
    expect(tooDeep).toMatchObject({ syntax: { offset: 32 } });
  });
});

describe('memberText', () => {
  it('returns the member as it is written', () => {
    const text = '{ "a" : {"b": 1.00 , "c":[1, {"d":"}"}]} , "e\\u0066":"x\\"y" }';
    expect(memberText(text, ['a', 'b'])).toBe('1.00');
    expect(memberText(text, ['a', 'c'])).toBe('[1, {"d":"}"}]');
    expect(memberText(text, ['ef'])).toBe('"x\\"y"');
    expect(memberText(text, ['a', 'z'])).toBeUndefined();
    expect(memberText(text, ['a', 'b', 'c'])).toBeUndefined();
    expect(memberText('{}', ['a'])).toBeUndefined();
  });

  it('returns text that parses to the member, for any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(2), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        for (const [name, value] of Object.entries(object)) {
          expect(JSON.parse(memberText(text, [name]) ?? '')).toEqual(
            JSON.parse(JSON.stringify(value)),
          );
        }
      }),
    );
  });
});

describe('memberString', () => {
  it('returns the value of a string, with escapes resolved', () => {
    const text = String.raw`{"a": {"\u0062" : "\u0059e\u0073"}, "c": "Yes", "d": ""}`;
    expect(memberString(text, ['a', 'b'])).toBe('Yes');
    expect(memberString(text, ['c'])).toBe('Yes');
    expect(memberString(text, ['d'])).toBe('');
    expect(memberString(text, ['e'])).toBeUndefined();
  });

  it('throws a Bug for a member that is not a string', () => {
    expect(() => memberString('{"a":1}', ['a'])).toThrow(Bug);
  });
});
