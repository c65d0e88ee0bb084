import { expect, it } from 'vitest';
import { freeBuffer } from '../../../src/shared/free-buffer.ts';

it('freeBuffer frees a buffer that is not shared', () => {
  const bytes = new Uint8Array(64);
  freeBuffer(bytes);
  expect(bytes.byteLength).toBe(0);
});

it('freeBuffer does not free parts of larger buffers or memory shared by threads', () => {
  const whole = new Uint8Array(64);
  freeBuffer(whole.subarray(1));
  freeBuffer(whole.subarray(0, 63));
  expect(whole.byteLength).toBe(64);
  const shared = new Uint8Array(new SharedArrayBuffer(64));
  freeBuffer(shared);
  expect(shared.byteLength).toBe(64);
});
