import { isIP } from 'node:net';
import { z } from 'zod';

/** Schema of a whole number in decimal digits, from `min` to `max`. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      max < Number.MAX_SAFE_INTEGER
        ? `Expected a whole number from ${String(min)} to ${String(max)}`
        : `Expected a whole number, at least ${String(min)}`,
    )
    .transform(Number);
export const upTo = (max: number) => whole(1, max);
export const positive = upTo(Number.MAX_SAFE_INTEGER);
export const port = whole(0, 65_535);
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
export const names = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .transform((listed) => listed.filter((name) => name !== ''));

export const address = z.string().refine((value) => isIP(value) !== 0, 'Expected an IP address');
export const folder = z.string().min(1, 'Expected the path of a folder');
export const file = z.string().min(1, 'Expected the path of a file');
export const httpsOrigin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value && value.startsWith('https:'),
    'Expected an address such as https://auth.bank.example, without a path',
  );

export const httpsAddress = z.string().refine((value) => {
  const address = URL.canParse(value) ? new URL(value) : null;
  return address?.protocol === 'https:' && !/[#@\s]/.test(value);
}, 'Expected an https address');
