import { expect, test } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { logFirstFailure } from '../../../../src/domain/records/log-first-failure.ts';

test('logFirstFailure reports the first of consecutive failures, and the next after a success', async () => {
  const reported: ServiceEvent[] = [];
  const attempt = logFirstFailure((event) => reported.push(event), 'looking');
  const away = new Error('It is away.');
  const failing = () => attempt(() => Promise.reject(away));
  await expect(failing()).rejects.toBe(away);
  await expect(failing()).rejects.toBe(away);
  expect(reported).toEqual([{ kind: 'failure', what: 'looking', error: away }]);
  expect(await attempt(() => Promise.resolve(7))).toBe(7);
  await expect(failing()).rejects.toBe(away);
  expect(reported).toHaveLength(2);
});

test('logFirstFailure continues a series of failures after an unsuccessful result', async () => {
  const reported: ServiceEvent[] = [];
  const isSuccess = (value: unknown): boolean => value !== 'elsewhere';
  const attempt = logFirstFailure((event) => reported.push(event), 'looking', isSuccess);
  const failing = () => attempt(() => Promise.reject(new Error('It is away.')));
  await expect(failing()).rejects.toThrow('away');
  expect(await attempt(() => Promise.resolve('elsewhere'))).toBe('elsewhere');
  await expect(failing()).rejects.toThrow('away');
  expect(reported).toHaveLength(1);
});
