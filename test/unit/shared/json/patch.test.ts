import { describe, expect, test } from 'vitest';
import { parseExactly } from '../../../../src/shared/json/exact.ts';
import { applyPatch, type PatchOperation } from '../../../../src/shared/json/patch.ts';

/** Applies a patch that is given as a JSON text. */
function patched(document: string, patch: string, maxLength = 10_000) {
  return applyPatch(document, parseExactly(patch) as PatchOperation[], maxLength);
}

describe('a JSON Patch (RFC 6902, appendix A)', () => {
  test.each([
    ['{"foo":"bar"}', '[{"op":"add","path":"/baz","value":"qux"}]', '{"foo":"bar","baz":"qux"}'],
    ['{"a":["b","d"]}', '[{"op":"add","path":"/a/1","value":"c"}]', '{"a":["b","c","d"]}'],
    ['{"a":["b"]}', '[{"op":"add","path":"/a/-","value":["c"]}]', '{"a":["b",["c"]]}'],
    ['{"a":1,"b":2}', '[{"op":"remove","path":"/a"}]', '{"b":2}'],
    ['{"a":[1,2,3]}', '[{"op":"remove","path":"/a/1"}]', '{"a":[1,3]}'],
    ['{"a":[1,2,3]}', '[{"op":"replace","path":"/a/1","value":5}]', '{"a":[1,5,3]}'],
    ['{"a":{"b":1},"c":{}}', '[{"op":"move","from":"/a/b","path":"/c/d"}]', '{"a":{},"c":{"d":1}}'],
    ['{"a":[1,2,3]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', '{"a":[2,3,1]}'],
    ['{"a":{"b":[1]}}', '[{"op":"copy","from":"/a","path":"/c"}]', '{"a":{"b":[1]},"c":{"b":[1]}}'],
    ['{"a":"b"}', '[{"op":"add","path":"","value":{"c":1}}]', '{"c":1}'],
    ['{"a~/":1}', '[{"op":"replace","path":"/a~0~1","value":2}]', '{"a~/":2}'],
    [
      '{"a":{"b":1,"c":2}}',
      '[{"op":"test","path":"/a","value":{"c":2,"b":1}}]',
      '{"a":{"b":1,"c":2}}',
    ],
    ['{"a":1}', '[{"op":"move","from":"/a","path":"/a"}]', '{"a":1}'],
    ['{"a":1.10}', '[]', '{"a":1.10}'],
    ['{"a":[1.0]}', '[{"op":"test","path":"/a","value":[1]}]', '{"a":[1.0]}'],
    ['{"a":1}', '[{"op":"add","path":"/b","value":2.50}]', '{"a":1,"b":2.50}'],
    ['{}', '[{"op":"add","path":"/constructor","value":1}]', '{"constructor":1}'],
  ])('%s with %s is %s', (document, patch, expected) => {
    expect(patched(document, patch)).toBe(expected);
  });

  test('copies a value, and does not share it', () => {
    const patch = [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'add', path: '/c/b/-', value: 2 },
    ];
    expect(patched('{"a":{"b":[1]}}', JSON.stringify(patch))).toBe(
      '{"a":{"b":[1]},"c":{"b":[1,2]}}',
    );
  });

  test.each([
    ['[{"op":"test","path":"/a","value":"other"}]', '/a has another value.'],
    ['[{"op":"test","path":"/list","value":[1,"2"]}]', '/list has another value.'],
    ['[{"op":"test","path":"/list","value":{"0":1,"1":2}}]', '/list has another value.'],
    ['[{"op":"test","path":"/o","value":{"p":1}}]', '/o has another value.'],
    ['[{"op":"remove","path":"/x"}]', 'There is no x at /x.'],
    ['[{"op":"replace","path":"/x","value":1}]', 'There is no x at /x.'],
    ['[{"op":"add","path":"/x/y","value":1}]', 'There is no x at /x.'],
    ['[{"op":"add","path":"/a/y","value":1}]', '/a/y is not in an object or a list.'],
    ['[{"op":"remove","path":""}]', '/ is not in an object or a list.'],
    ['[{"op":"add","path":"a","value":1}]', 'a is not a JSON Pointer (RFC 6901).'],
    ['[{"op":"add","path":"/a~2","value":1}]', '/a~2 is not a JSON Pointer (RFC 6901).'],
    ['[{"op":"add","path":"/list/3","value":1}]', 'The list has only 2 elements.'],
    ['[{"op":"add","path":"/list/01","value":1}]', '01 is not an index of a list.'],
    ['[{"op":"remove","path":"/list/-"}]', 'There is no - at /list/-.'],
    ['[{"op":"remove","path":"/list/length"}]', 'length is not an index of a list.'],
    ['[{"op":"test","path":"/toString","value":1}]', 'There is no toString at /toString.'],
    [
      '[{"op":"test","path":"/number/rawJSON","value":"1"}]',
      'There is no rawJSON at /number/rawJSON.',
    ],
    ['[{"op":"move","from":"/o","path":"/o/p"}]', '/o contains the path.'],
  ])('is not applied: %s', (patch, message) => {
    const document = '{"a":"b","list":[1,2],"number":1,"o":{}}';
    expect(patched(document, patch)).toEqual({ index: 0, message });
  });

  test('names the operation that cannot be applied', () => {
    const patch = [
      { op: 'remove', path: '/a' },
      { op: 'remove', path: '/a' },
    ];
    expect(patched('{"a":1}', JSON.stringify(patch))).toMatchObject({ index: 1 });
  });

  test('does not grow exponentially', () => {
    const doubling = Array.from({ length: 100 }, (_, index) => ({
      op: 'copy',
      from: '',
      path: `/${String(index)}`,
    }));
    const started = performance.now();
    expect(patched('{"a":"bbbbbbbb"}', JSON.stringify(doubling))).toMatchObject({
      message: 'The copies are too long.',
    });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('does not lead deeper than a request may be', () => {
    const path = '/a'.repeat(33);
    expect(patched('{}', JSON.stringify([{ op: 'remove', path }]))).toMatchObject({
      message: expect.stringContaining('has too many parts.') as string,
    });
  });

  test('copies and moves values that are deeper than a request may be', () => {
    let value: unknown = {};
    for (let depth = 0; depth < 28; depth += 1) value = { a: value };
    const deeper = Array.from({ length: 30 }, () => [
      { op: 'add', path: '/x', value },
      { op: 'move', from: '/y', path: `/x${'/a'.repeat(28)}/a` },
      { op: 'move', from: '/x', path: '/y' },
    ]).flat();
    const patch = [...deeper, { op: 'copy', from: '/y', path: '/z' }];
    const result = patched('{"y":1}', JSON.stringify(patch), 1_000_000);
    expect(result).toMatch(/^\{"y":(?:\{"a":){800}/);
  });
});
